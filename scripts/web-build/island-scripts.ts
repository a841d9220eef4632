import type { Plugin } from 'vite';

/** `file.tsx?island=Name`: the script that hydrates a document's part with this component; see `web/site/islands.ts`. */
export function islandScripts(): Plugin {
  return {
    name: 'island-scripts',
    enforce: 'pre',
    load(id) {
      const [, file, name] = /^(.+)\?island=(\w+)$/.exec(id) ?? [];
      if (!name) return null;
      return `import { ${name} } from ${JSON.stringify(file)};
import { island } from '#web/site/hydrate.tsx';
export const mount = island(${name});`;
    },
  };
}
