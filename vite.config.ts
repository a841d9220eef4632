import { createHash } from 'node:crypto';
import { relative, resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { breakpointsInStyles } from './scripts/web-build/breakpoints.ts';
import { constantsInPlace } from './scripts/web-build/constants.ts';
import { contractsWithoutSchemas } from './scripts/web-build/contracts.ts';
import { inlineScripts } from './scripts/web-build/inline-scripts.ts';
import { islandScripts } from './scripts/web-build/island-scripts.ts';
import { nodeCryptoOfBrowsers } from './scripts/web-build/left-out.ts';
import { fetchedBeside, scriptFiles } from './scripts/web-build/script-files.ts';
import { inOtherLanguages } from './scripts/web-build/translate.ts';
import { islandModules } from './web/site/islands.ts';

const root = import.meta.dirname;

/** The name of a module's class: its own, and four characters for its file. With its line, as by default, the same is longer. */
function classOf(name: string, file: string): string {
  const path = relative(root, file.split('?')[0]!);
  return `${name}_${createHash('sha1').update(path).digest('base64url').slice(0, 4)}`;
}

export default defineConfig(({ command }) => ({
  root,
  publicDir: resolve(root, 'web/public'),
  plugins: [
    react(),
    breakpointsInStyles(),
    contractsWithoutSchemas(),
    inOtherLanguages(),
    constantsInPlace(),
    nodeCryptoOfBrowsers(),
    inlineScripts(),
    islandScripts(),
  ],
  css: { modules: { generateScopedName: classOf } },
  clearScreen: false,
  environments: {
    client: {
      ...(command === 'build' && { define: { __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined' } }),
      build: {
        outDir: 'build/client',
        manifest: true,
        // The notices that the dependencies' licences require; served as `/licences.txt`.
        license: { fileName: 'licences.txt' },
        emptyOutDir: true,
        modulePreload: { resolveDependencies: fetchedBeside },
        // Inlined files would be repeated in every page that inlines its styles.
        assetsInlineLimit: 0,
        rolldownOptions: {
          // The script of the login has the dialog itself; others fetch that script. Timings are for who works on plugins.
          checks: { ineffectiveDynamicImport: false, pluginTimings: false },
          input: ['web/app/main.tsx', ...Object.values(islandModules)],
          // The document's script imports an island's `mount`.
          preserveEntrySignatures: 'allow-extension',
          treeshake: {
            // The project's modules have no side effects; otherwise a page would load the schemas of the calls that it imports.
            moduleSideEffects: [
              { test: /\/web\/(app\/main\.tsx|lib\/forms\/zod-config\.ts)$/, sideEffects: true },
              { test: /\/(shared|web)\/[^?]*\.tsx?(\?schemas)?$/, sideEffects: false },
            ],
            manualPureFunctions: ['z', 'endpoint', 'personSchema', 'personFiles'],
          },
          output: {
            codeSplitting: {
              includeDependenciesRecursively: false,
              groups: [
                // Used by every page; changes only with a library's version.
                { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 3 },
                { debugName: 'shared', name: scriptFiles(), minShareCount: 2, priority: 2 },
                { name: 'router', test: /node_modules\/react-router\//, priority: 3 },
              ],
            },
          },
        },
      },
    },
    ssr: {
      // Always bundled for production, so that the markup does not depend on NODE_ENV.
      ...(command === 'build' && {
        resolve: { noExternal: true as const },
        define: { 'process.env.NODE_ENV': '"production"' },
      }),
      build: {
        outDir: 'build/server',
        ssr: true,
        emptyOutDir: true,
        copyPublicDir: false,
        // The documents' styles.
        emitAssets: true,
        manifest: true,
        assetsInlineLimit: 0,
        minify: false,
        rolldownOptions: {
          input: 'web/entry-server.tsx',
          checks: { pluginTimings: false },
          // The server needs what is declared of the app's pages, not their screens.
          external: (id, importer) => /\/web\/app\/(?:admin\/)?pages\.ts$/.test(importer ?? '') && id.endsWith('.tsx'),
        },
      },
    },
  },
  build: { target: 'baseline-widely-available', reportCompressedSize: false, chunkSizeWarningLimit: 800 },
  builder: {
    buildApp: async (builder) => {
      await Promise.all(Object.values(builder.environments).map((environment) => builder.build(environment)));
    },
  },
}));
