import { readFileSync } from 'node:fs';

/**
 * Tests that start further servers and databases, or send floods and the largest files, run with `npm test -- --all`; tests of
 * mails and files run with their features.
 */
export const startsProcesses = (file: string): boolean =>
  /^proofs\/(attacks|torture)\//.test(file) ||
  (!/^server\/platform\/(mail|storage)\//.test(file) &&
    /from '[^']*\/(server-process|processes|replication)\.ts'|startEmbeddedDatabase\(|execFileSync/.test(
      readFileSync(file, 'utf8'),
    ));
