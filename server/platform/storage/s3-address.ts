/** An S3-compatible store, as `STORAGE_URL` describes it. */
export interface S3Address {
  accessKeyId: string;
  secretAccessKey: string;
  /** Scheme, host and port. */
  endpoint: string;
  bucket: string;
  /** The prefix of every key: '' or `folder/`. */
  prefix: string;
  region: string;
}

const segment = /^[\w.-]+$/;

/**
 * Parses `s3://key:secret@host[:port]/bucket[/folder][?region=ap-south-1][&tls=false]`. Key and secret are
 * percent-encoded where they hold characters with a meaning in an address, such as `/`, `+` or `@`.
 * @returns null for an incomplete or misspelt address
 */
export function parseS3Address(text: string): S3Address | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  const [bucket = '', ...folders] = url.pathname.split('/').slice(1).filter(Boolean);
  const { region = 'us-east-1', tls = 'true', ...unknown } = Object.fromEntries(url.searchParams);
  const wellFormed =
    url.protocol === 's3:' &&
    url.hostname !== '' &&
    url.username !== '' &&
    url.password !== '' &&
    url.hash === '' &&
    [bucket, region, ...folders].every((part) => segment.test(part) && !part.includes('..')) &&
    ['true', 'false'].includes(tls) &&
    Object.keys(unknown).length === 0;
  if (!wellFormed) return null;
  try {
    return {
      accessKeyId: decodeURIComponent(url.username),
      secretAccessKey: decodeURIComponent(url.password),
      endpoint: `${tls === 'true' ? 'https' : 'http'}://${url.host}`,
      bucket,
      prefix: folders.map((folder) => `${folder}/`).join(''),
      region,
    };
  } catch {
    return null;
  }
}
