import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

// An authenticator that makes its answers byte by byte, so that each byte can be wrong.

type Cbor = number | string | Uint8Array | Map<Cbor, Cbor>;

function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  if (value < 0x100) return Buffer.from([(major << 5) | 24, value]);
  if (value < 0x10000) return Buffer.from([(major << 5) | 25, value >> 8, value & 0xff]);
  const long = Buffer.alloc(5);
  long[0] = (major << 5) | 26;
  long.writeUInt32BE(value, 1);
  return long;
}

/** Numbers, texts, bytes and maps in CBOR. */
export function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, entry]) => [cbor(key), cbor(entry)])]);
}

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest();
const base64url = (data: Uint8Array | string) => Buffer.from(data).toString('base64url');

export const flags = { up: 1, uv: 4, be: 8, bs: 16, at: 64, ed: 128 } as const;

type Kind = 'ES256' | 'EdDSA' | 'RS256';

/** A public key as COSE. */
export function coseOf(key: KeyObject, overrides: [Cbor, Cbor][] = []): Map<Cbor, Cbor> {
  const jwk = key.export({ format: 'jwk' });
  const bytes = (text: string | undefined) => Buffer.from(text ?? '', 'base64url');
  const parts: [Cbor, Cbor][] =
    jwk.kty === 'EC'
      ? [
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, bytes(jwk.x)],
          [-3, bytes(jwk.y)],
        ]
      : jwk.kty === 'OKP'
        ? [
            [1, 1],
            [3, -8],
            [-1, 6],
            [-2, bytes(jwk.x)],
          ]
        : [
            [1, 3],
            [3, -257],
            [-1, bytes(jwk.n)],
            [-2, bytes(jwk.e)],
          ];
  return new Map([...parts, ...overrides]);
}

/** What of an answer is not as it should be. */
export interface Wrong {
  /** Fields of the client's data. */
  client?: Record<string, unknown>;
  host?: string;
  flags?: number;
  counter?: number;
  credentialId?: Buffer;
  /** In the JSON, in place of the attested id. */
  id?: string;
  rawId?: string;
  cose?: Map<Cbor, Cbor>;
  format?: string;
  statement?: Map<Cbor, Cbor>;
  /** Right, but not what was asked for: attested by the key itself. */
  isSelfAttested?: boolean;
  /** Bytes after the authenticator's data. */
  extra?: Uint8Array;
  /** Changes the last bytes before they are encoded. */
  mangle?: (bytes: Buffer) => Uint8Array;
  userHandle?: string | null;
  signature?: Uint8Array;
}

interface Options {
  challenge: string;
}

const generated = (kind: Kind, bits: number) =>
  kind === 'ES256'
    ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
    : kind === 'EdDSA'
      ? generateKeyPairSync('ed25519')
      : generateKeyPairSync('rsa', { modulusLength: bits });

/** Makes an authenticator with one key for a site. */
export function newAuthenticator(publicUrl: string, kind: Kind = 'ES256', bits = 2_048) {
  const { publicKey, privateKey } = generated(kind, bits);
  const { origin, hostname } = new URL(publicUrl);
  const credentialId = randomBytes(32);
  /** Of the account, learnt at adding. */
  let userHandle = '';
  const result = { counter: 0, backup: 0 };

  const clientData = (type: string, challenge: string, wrong: Wrong) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false, ...wrong.client }));
  const authenticatorData = (wrong: Wrong, standard: number, rest: Uint8Array = new Uint8Array()) => {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(wrong.counter ?? result.counter);
    const first = Buffer.from([wrong.flags ?? standard | result.backup]);
    return Buffer.concat([sha256(wrong.host ?? hostname), first, counter, rest, wrong.extra ?? new Uint8Array()]);
  };
  const signed = (data: Buffer) => {
    if (kind === 'EdDSA') return sign(null, data, privateKey);
    return createSign('sha256').update(data).sign(privateKey);
  };

  return {
    credentialId: base64url(credentialId),
    publicKey,
    own: result,
    get userHandle() {
      return userHandle;
    },

    /** Answers the options of an adding. */
    create(options: object, wrong: Wrong = {}) {
      const { challenge, user } = options as Options & { user: { id: string } };
      userHandle = user.id;
      const id = wrong.credentialId ?? credentialId;
      const length = Buffer.from([id.length >> 8, id.length & 0xff]);
      const attested = Buffer.concat([Buffer.alloc(16), length, id, cbor(wrong.cose ?? coseOf(publicKey))]);
      const authData = authenticatorData(wrong, flags.up | flags.uv | flags.at, attested);
      const client = clientData('webauthn.create', challenge, wrong);
      const selfStatement = new Map<Cbor, Cbor>([
        ['alg', -7],
        ['sig', signed(Buffer.concat([authData, sha256(client)]))],
      ]);
      const attestation = cbor(
        new Map<Cbor, Cbor>([
          ['fmt', wrong.format ?? (wrong.isSelfAttested ? 'packed' : 'none')],
          ['attStmt', wrong.statement ?? (wrong.isSelfAttested ? selfStatement : new Map())],
          ['authData', authData],
        ]),
      );
      return {
        id: wrong.id ?? base64url(id),
        rawId: wrong.rawId ?? wrong.id ?? base64url(id),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: base64url(client),
          attestationObject: base64url(wrong.mangle?.(attestation) ?? attestation),
          transports: ['internal'],
        },
      };
    },

    /** Answers the options of a login or a confirmation. */
    get(options: object, wrong: Wrong = {}) {
      const { challenge } = options as Options;
      const client = clientData('webauthn.get', challenge, wrong);
      const standard = authenticatorData(wrong, flags.up | flags.uv);
      const data = Buffer.from(wrong.mangle?.(standard) ?? standard);
      const signature = wrong.signature ?? signed(Buffer.concat([data, sha256(client)]));
      const id = wrong.id ?? base64url(credentialId);
      return {
        id,
        rawId: wrong.rawId ?? id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(data),
          signature: base64url(signature),
          ...(wrong.userHandle === null ? {} : { userHandle: wrong.userHandle ?? userHandle }),
        },
      };
    },
  };
}

export type Authenticator = ReturnType<typeof newAuthenticator>;
