import { hashCost } from '#server/features/auth/password-hashing.ts';

// A thousandth of the work. `passwords.test.ts` proves the real cost, and `auth.test.ts` that a login without an account has it too.
Object.assign(hashCost, { memoryCost: 8, timeCost: 1 });
