/**
 * Zod's configuration, before it is loaded with the first form: left alone it tries whether it may compile its checks, which
 * the content security policy forbids and reports. `z.config()` would bring Zod itself into every page.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
