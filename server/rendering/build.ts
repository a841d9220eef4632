import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '#shared/languages.ts';
import { appFile, type IslandFiles, type WordFiles } from '#shared/rendered-page.ts';

/** The parts of Vite's manifest that are used here. */
interface ManifestChunk {
  file: string;
  css?: string[];
  assets?: string[];
  imports?: string[];
}
type Manifest = Record<string, ManifestChunk | undefined>;

/** What stands in a page's head; all addresses begin with `/`. */
export interface PageStyles {
  /** The style sheets' text, in order. */
  css: string;
  /** The addresses of those style sheets, which need not be fetched any more. */
  cssFiles: string[];
  /** The font of headings. */
  font: string | undefined;
}

const serverEntry = 'web/entry-server.tsx';

/** Reads a build's manifest once; `folder` is absolute. */
function readBuild(folder: string) {
  const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Manifest;

  function chunkOf(key: string): ManifestChunk {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`The build does not know ${key}; build the web app again.`);
    return chunk;
  }

  /** The chunks of these modules and of all their imports, dependencies first, so that styles keep their order. */
  function chunksOf(keys: string[]): ManifestChunk[] {
    const ordered = new Set<ManifestChunk>();
    const paths = new Set<string>();
    const visit = (key: string) => {
      if (paths.has(key)) return;
      paths.add(key);
      const chunk = chunkOf(key);
      for (const imported of chunk.imports ?? []) visit(imported);
      ordered.add(chunk);
    };
    for (const key of keys) visit(key);
    return [...ordered];
  }

  function stylesOf(keys: string[]): PageStyles {
    const chunks = chunksOf(keys);
    const cssFiles = [...new Set(chunks.flatMap((chunk) => chunk.css ?? []))];
    const font = chunks.flatMap((chunk) => chunk.assets ?? []).find((file) => file.includes('-600-'));
    return {
      css: cssFiles.map((file) => readFileSync(join(folder, file), 'utf8').trim()).join('\n'),
      cssFiles: cssFiles.map((file) => `/${file}`),
      font: font && `/${font}`,
    };
  }

  const filesOf = (key: string): IslandFiles => {
    const chunk = chunkOf(key);
    const preloads = chunksOf([key]).filter((each) => each !== chunk);
    const styles = [...new Set([chunk, ...preloads].flatMap(({ css = [] }) => css))];
    return {
      file: `/${chunk.file}`,
      preloads: preloads.map(({ file }) => `/${file}`),
      styles: styles.map((file) => `/${file}`),
    };
  };
  return { stylesOf, filesOf };
}

/** The built web app: which files its documents, their islands and the app need. */
export class Build {
  readonly #client: ReturnType<typeof readBuild>;
  readonly #server: ReturnType<typeof readBuild>;
  readonly #files = new Map<string, IslandFiles>();
  readonly #words: Partial<Record<Language, WordFiles>>;

  /** @param folder absolute path of `build` */
  constructor(folder: string) {
    this.#client = readBuild(join(folder, 'client'));
    this.#server = readBuild(join(folder, 'server'));
    this.#words = JSON.parse(readFileSync(join(folder, 'client/.vite/words.json'), 'utf8')) as Partial<
      Record<Language, WordFiles>
    >;
  }

  /** A document's styles, which only the server's build has. @param source the page's file */
  documentStyles(source: string): PageStyles {
    return this.#server.stylesOf([serverEntry, source]);
  }

  /** The app's styles, whose sheets its scripts ask for by their addresses. */
  appStyles(): PageStyles {
    return this.#client.stylesOf([appFile]);
  }

  appFiles(): IslandFiles {
    return this.filesOf(appFile);
  }

  /** The built script of a source file, what it imports, and its words in this language. */
  filesOf(source: string, language: Language = 'en'): IslandFiles {
    const key = `${language} ${source}`;
    let files = this.#files.get(key);
    if (!files) {
      files = { ...this.#client.filesOf(source), words: this.#words[language]?.islands[source] };
      this.#files.set(key, files);
    }
    return files;
  }

  /** The scripts with the words of what documents or the app load later; undefined in English. */
  laterWords(language: Language, of: 'site' | 'app'): Readonly<Record<string, string>> | undefined {
    return this.#words[language]?.later[of];
  }
}
