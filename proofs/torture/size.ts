/** Whether this is `npm run torture`; in `npm test` each of these tests is short, and always the same. */
export const isLong = process.env.TORTURE === 'long';

const given = (name: string) => (process.env[name] ? Number(process.env[name]) : undefined);

/** The size of a test, which `--count` overrides. */
export const size = (short: number, long: number): number => given('TORTURE_COUNT') ?? (isLong ? long : short);

/** The random seed, which is printed so that a run can be repeated with `--seed`. */
export const seed: number = given('TORTURE_SEED') ?? (isLong ? Date.now() % 2 ** 31 : 20_261_122);

/** Prints a figure at full length only; `npm test` prints only failures. */
export function figure(text: string): void {
  if (isLong) console.log(`  ${text}`);
}
