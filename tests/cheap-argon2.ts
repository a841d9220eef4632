import { vi } from 'vitest';

const real = await vi.importActual<typeof import('@node-rs/argon2')>('@node-rs/argon2');
const dear = '$m=19456,t=2,p=1$';
const cheap = '$m=8,t=1,p=1$';

// For tests that count hashes or need hundreds of them: a thousandth of the work, under the name of the real cost.
export const hash = vi.fn(async (password: string) =>
  (await real.hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 })).replace(cheap, dear),
);
export const verify = vi.fn((hashed: string, password: string) => real.verify(hashed.replace(dear, cheap), password));
