import { build, type Plugin } from 'vite';

/** `import text from './file.ts?script'`: the module with its imports as the text of a script element. */
export function inlineScripts(): Plugin {
  return {
    name: 'inline-scripts',
    enforce: 'pre',
    async load(id) {
      if (!id.endsWith('?script')) return null;
      const built = await build({
        configFile: false,
        logLevel: 'silent',
        build: {
          write: false,
          target: 'baseline-widely-available',
          rolldownOptions: { input: id.slice(0, -'?script'.length), output: { format: 'iife' } },
        },
      });
      const [file] = 'output' in built ? built.output : [];
      if (file?.type !== 'chunk') throw new Error(`${id} is no script`);
      // A closing tag in the text would end the element.
      if (file.code.includes('</')) throw new Error(`${id} cannot stand in a page`);
      return `export default ${JSON.stringify(file.code.trim())};`;
    },
  };
}
