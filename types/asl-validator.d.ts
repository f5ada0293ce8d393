declare module 'asl-validator' {
  export default function validate(
    definition: object,
    options: { checkPaths: boolean; checkArn: boolean },
  ): { readonly isValid: boolean; errorsText(separator: string): string };
}
