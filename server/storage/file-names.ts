/** Endings that belong to a kind of file; the first is given to a file that has none of them. */
const endings: Record<string, readonly string[]> = {
  'image/jpeg': ['jpg', 'jpeg', 'jpe', 'jfif'],
  'image/png': ['png'],
  'image/webp': ['webp'],
  'image/gif': ['gif'],
  'image/avif': ['avif'],
  'image/tiff': ['tif', 'tiff'],
  'image/heic': ['heic', 'heif'],
  'application/pdf': ['pdf'],
};

/** What a computer runs, or a browser opens as a page, when somebody clicks on it in the downloads. */
const active =
  /\.(html?|xht(ml)?|shtml?|mht(ml)?|svgz?|xml|xslt?|[cm]?js|jse|vb[es]?|ws[cfh]?|ps\d|psm1|(ba|c|z)?sh|command|bat|cmd|com|exe|scr|pif|cpl|dll|ms[cip]|hta|chm|jar|jnlp|lnk|url|webloc|desktop|reg|inf|app|dmg|pkg|deb|rpm|apk|php\d?|py[cw]?|rb|pl|iso|img)$/i;

/** Marks that change the order of what stands around them, or that nobody sees. Those that join letters in Indian scripts stay. */
const deceptive = /[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu;
/** A half of a character, as cutting leaves it. */
const half = /^[\udc00-\udfff]/;

/** The name of a file that somebody has sent: its last part, without what deceives the eye. It is never used as a path. */
export function givenName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? '';
  const short = last.replace(deceptive, '').slice(-150).replace(half, '');
  return /^[.\s]*$/.test(short) ? '' : short;
}

const known = new Set(Object.values(endings).flat());

/**
 * Under which name a file is handed out: what it is decides about its ending, not what its sender says. The ending of another
 * kind is replaced, as that of a picture that was re-encoded.
 * @param type as found by us
 */
export function downloadName(name: string, type: string): string {
  if (name === '') return '';
  const fitting = endings[type];
  if (!fitting) return active.test(name) ? `${name}.bin` : name;
  const ending = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  if (fitting.includes(ending)) return name;
  return `${known.has(ending) ? name.slice(0, -ending.length - 1) || 'file' : name}.${fitting[0]}`;
}
