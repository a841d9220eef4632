import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The parts of Vite's manifest that are used here. */
interface ManifestChunk {
  file: string;
  css?: string[];
  assets?: string[];
  imports?: string[];
}
type Manifest = Record<string, ManifestChunk | undefined>;

/** What a page's document refers to; all addresses begin with `/`. */
export interface PageAssets {
  /** The style sheets' text, in order. */
  css: string;
  /** The addresses of those style sheets, which need not be fetched any more. */
  cssFiles: string[];
  entry: string;
  /** Scripts that the entry will ask for. */
  preloads: string[];
  /** The text font. */
  font: string | undefined;
}

const entryKey = 'web/entry-client.tsx';

/** Reads the built web app once; answers which files a page needs. */
export class Build {
  readonly #manifest: Manifest;
  readonly #folder: string;
  readonly #known = new Map<string, PageAssets>();

  /** @param folder absolute path of `build/client` */
  constructor(folder: string) {
    this.#folder = folder;
    this.#manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Manifest;
  }

  /**
   * @param source the page's file, as in the manifest; undefined: only what every page has
   * @param beside a page whose files are loaded already
   */
  assetsOf(source: string | undefined, beside?: string): PageAssets {
    const key = `${source ?? ''} ${beside ?? ''}`;
    const known = this.#known.get(key);
    if (known) return known;
    const all = this.#chunksOf(source ? [entryKey, source] : [entryKey]);
    const there = beside === undefined ? [] : this.#chunksOf([entryKey, beside]);
    const chunks = all.filter((chunk) => !there.includes(chunk));
    const cssFiles = [...new Set(chunks.flatMap((chunk) => chunk.css ?? []))];
    const entry = this.#chunk(entryKey);
    const assets: PageAssets = {
      css: cssFiles.map((file) => readFileSync(join(this.#folder, file), 'utf8').trim()).join('\n'),
      cssFiles: cssFiles.map((file) => `/${file}`),
      entry: `/${entry.file}`,
      preloads: chunks.filter((chunk) => chunk !== entry).map((chunk) => `/${chunk.file}`),
      font: chunks.flatMap((chunk) => chunk.assets ?? []).find((file) => file.endsWith('.woff2')),
    };
    if (assets.font) assets.font = `/${assets.font}`;
    this.#known.set(key, assets);
    return assets;
  }

  /** The chunks of these modules and of all their imports, dependencies first, so that styles keep their order. */
  #chunksOf(keys: string[]): ManifestChunk[] {
    const ordered = new Set<ManifestChunk>();
    const seen = new Set<string>();
    const visit = (key: string) => {
      if (seen.has(key)) return;
      seen.add(key);
      const chunk = this.#chunk(key);
      for (const imported of chunk.imports ?? []) visit(imported);
      ordered.add(chunk);
    };
    for (const key of keys) visit(key);
    return [...ordered];
  }

  #chunk(key: string): ManifestChunk {
    const chunk = this.#manifest[key];
    if (!chunk) throw new Error(`The build does not know ${key}; build the web app again.`);
    return chunk;
  }
}
