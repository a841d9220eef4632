/**
 * Configures Zod before the first form loads it: by default Zod tries to compile its checks, which the content security
 * policy forbids and reports. `z.config()` would pull Zod into every page.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
