import { sessionScript, sourceHash, startScript } from '#server/rendering/inline-scripts.ts';

/** The component library adds empty style elements and fills them through the CSSOM. */
const emptyStyle = sourceHash('');

/**
 * The content security policy of the site's pages.
 * @param inlineStyles the exact texts of the style elements in the page
 * @param secure whether the site is reached over https
 * @param wasm whether the page may run WebAssembly, which only the reader of QR codes does
 */
export function contentSecurityPolicy({
  inlineStyles = [],
  secure,
  wasm = false,
}: {
  inlineStyles?: readonly string[];
  secure: boolean;
  wasm?: boolean;
}): string {
  const directives = [
    "default-src 'none'",
    `script-src 'self' ${sourceHash(sessionScript)} ${sourceHash(startScript)}${wasm ? " 'wasm-unsafe-eval'" : ''}`,
    `style-src 'self' ${[emptyStyle, ...inlineStyles.map(sourceHash)].join(' ')}`,
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
