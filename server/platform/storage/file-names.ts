/** Extensions of each type; a file with none of them gets the first. */
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

/** Extensions that a computer executes, or a browser opens as a page, on a click in the downloads. */
const active =
  /\.(html?|xht(ml)?|shtml?|mht(ml)?|svgz?|xml|xslt?|[cm]?js|jse|vb[es]?|ws[cfh]?|ps\d|psm1|(ba|c|z)?sh|command|bat|cmd|com|exe|scr|pif|cpl|dll|ms[cip]|hta|chm|jar|jnlp|lnk|url|webloc|desktop|reg|inf|app|dmg|pkg|deb|rpm|apk|php\d?|py[cw]?|rb|pl|iso|img)$/i;

/** Bidirectional controls and invisible characters. The joiners of Indian scripts stay. */
const deceptive = /[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu;
/** Half of a surrogate pair, as cutting leaves it. */
const half = /^[\udc00-\udfff]/;

/** The name of an uploaded file: its last part, without deceptive characters. It is never used as a path. */
export function givenName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? '';
  const short = last.replace(deceptive, '').slice(-150).replace(half, '');
  return /^[.\s]*$/.test(short) ? '' : short;
}

const endingSet = new Set(Object.values(endings).flat());

/**
 * The name for a download: the type decides its extension, not the sender. A wrong extension is
 * replaced, as that of a re-encoded picture.
 * @param type as detected by us
 */
export function downloadName(name: string, type: string): string {
  if (name === '') return '';
  const fitting = endings[type];
  if (!fitting) return active.test(name) ? `${name}.bin` : name;
  const ending = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  if (fitting.includes(ending)) return name;
  return `${endingSet.has(ending) ? name.slice(0, -ending.length - 1) || 'file' : name}.${fitting[0]}`;
}
