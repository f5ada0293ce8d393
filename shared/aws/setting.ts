import { PlumblineError } from '../contracts/errors.ts';

/** A setting of the deployed function is missing: the stack and the code are of different versions. */
export class SettingMissing extends PlumblineError {}

/** A setting that the stack gives to a function by its environment. */
export function setting(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === '') {
    throw new SettingMissing(`The function has no setting ${name}; deploy the stack and the code together.`);
  }
  return value;
}
