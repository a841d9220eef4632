// Compresses the static files of a build once, with the best quality: `node scripts/web-build/precompress.ts`. Until a file is there the
// server sends what it is made of.
import { existsSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib } from 'node:zlib';

const folder = resolve(import.meta.dirname, '../../build/client');

// A server that starts meanwhile comes first.
setPriority(constants.priority.PRIORITY_LOW);

/** A file is there whole or not at all: the server may look for it at any moment. */
function write(file: string, content: Buffer): void {
  writeFileSync(`${file}.unfinished`, content);
  renameSync(`${file}.unfinished`, file);
}

const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.(js|css|svg|ico|json|wasm|webmanifest)$/.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name))
  .filter((file) => !existsSync(`${file}.br`) || !existsSync(`${file}.gz`))
  // The largest first, so that all threads finish at about the same time.
  .sort((one, other) => statSync(other).size - statSync(one).size);
await Promise.all(
  files.map(async (file) => {
    const content = readFileSync(file);
    // The best quality would save an eighth of the one large file, but take 4 seconds.
    const quality = file.endsWith('.wasm') ? 9 : 11;
    const params = { [zlib.BROTLI_PARAM_QUALITY]: quality, [zlib.BROTLI_PARAM_SIZE_HINT]: content.length };
    write(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
    write(`${file}.br`, await promisify(brotliCompress)(content, { params }));
  }),
);
writeFileSync(join(folder, '../.compressed'), '');
