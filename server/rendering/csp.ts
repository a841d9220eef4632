import { createHash } from 'node:crypto';

/** The source expression of a content security policy that allows exactly this text. */
export function sourceHash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/**
 * The content security policy of the site's pages.
 * @param inlineScripts the exact texts of the script elements in the page
 * @param inlineStyles the exact texts of its style elements
 * @param secure whether the site is reached over https
 * @param wasm whether the page may run WebAssembly, which only the reader of QR codes does
 */
export function contentSecurityPolicy({
  inlineScripts,
  inlineStyles,
  secure,
  wasm = false,
}: {
  inlineScripts: readonly string[];
  inlineStyles: readonly string[];
  secure: boolean;
  wasm?: boolean;
}): string {
  const directives = [
    "default-src 'none'",
    `script-src 'self' ${inlineScripts.map(sourceHash).join(' ')}${wasm ? " 'wasm-unsafe-eval'" : ''}`,
    `style-src 'self' ${inlineStyles.map(sourceHash).join(' ')}`,
    // Previews of chosen files and documents fetched with a token are blobs.
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self' blob:",
    "frame-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ];
  if (secure) directives.push('upgrade-insecure-requests');
  return directives.join('; ');
}
