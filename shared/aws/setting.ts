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

/** A setting that may be left out. */
export function optionalSetting(name: string): string | undefined {
  const value = process.env[name];
  return value === '' ? undefined : value;
}

/**
 * A whole number above 0, or its preset.
 * @throws {SettingMissing} when it is something else
 */
export function numberSetting(name: string, preset: number): number {
  const value = optionalSetting(name);
  if (value === undefined) return preset;
  if (!/^[1-9]\d{0,14}$/.test(value)) throw new SettingMissing(`The setting ${name} is no whole number: "${value}".`);
  return Number(value);
}
