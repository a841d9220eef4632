import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A store with the part of S3 that is used: it checks every signature and keeps objects in memory. */
export interface S3Peer {
  /** For STORAGE_URL. */
  url: string;
  /** By path: `/bucket/key`. */
  objects: Map<string, Buffer>;
  /** Statuses to return for the next requests. */
  failures: number[];
  requests: string[];
  /** Never answers. */
  hangs: boolean;
  close(): Promise<void>;
}

const access = { key: 'AKIA/TEST', secret: 'hush+/3=', region: 'ap-south-1', bucket: 'files' };

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');

/** Checks the request's Signature Version 4. */
function isSigned(request: IncomingMessage, body: Buffer): boolean {
  const header = request.headers.authorization ?? '';
  const [, credential = '', names = '', signature = ''] =
    /^AWS4-HMAC-SHA256 Credential=(.+?), SignedHeaders=(.+?), Signature=([0-9a-f]{64})$/.exec(header) ?? [];
  const scope = credential.split('/').slice(-4).join('/');
  const [date = '', region = '', service = ''] = scope.split('/');
  const when = String(request.headers['x-amz-date']);
  const claimed = String(request.headers['x-amz-content-sha256']);
  if (credential !== `${access.key}/${date}/${access.region}/s3/aws4_request`) return false;
  if (claimed !== sha256(body) || !names.split(';').includes('x-amz-content-sha256')) return false;
  const [path = '', query = ''] = (request.url ?? '').split('?');
  const headers = names.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}\n`);
  const canonical = [request.method, path, query, headers.join(''), names, claimed].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', when, scope, sha256(canonical)].join('\n');
  const key = hmac(hmac(hmac(hmac(`AWS4${access.secret}`, date), region), service), 'aws4_request');
  return hmac(key, toSign).toString('hex') === signature;
}

function sendPart(response: ServerResponse, { method, headers }: IncomingMessage, bytes: Buffer): void {
  const [, from = '', to = ''] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? [];
  const part = from === '' ? bytes : bytes.subarray(Number(from), Number(to) + 1);
  if (from === '') response.writeHead(200, { 'content-length': bytes.length });
  else if (part.length === 0) response.writeHead(416);
  else {
    const range = `bytes ${from}-${Number(from) + part.length - 1}/${bytes.length}`;
    response.writeHead(206, { 'content-length': part.length, 'content-range': range });
  }
  response.end(method === 'GET' ? part : undefined);
}

/** Starts a store; with `port` and `objects` of an earlier one, it continues that one. */
export async function startS3Peer(port = 0, objects = new Map<string, Buffer>()): Promise<S3Peer> {
  const peer = { objects, failures: [], requests: [], hangs: false } as unknown as S3Peer;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const path = request.url ?? '';
    peer.requests.push(`${request.method} ${path}`);
    if (peer.hangs) return;
    const failure = peer.failures.shift();
    if (failure) return response.writeHead(failure).end();
    if (!isSigned(request, body)) return response.writeHead(403).end('<Code>SignatureDoesNotMatch</Code>');
    if (!path.startsWith(`/${access.bucket}/`)) return response.writeHead(404).end('<Code>NoSuchBucket</Code>');
    const bytes = peer.objects.get(path);
    switch (request.method) {
      case 'PUT':
        peer.objects.set(path, body);
        return response.writeHead(200).end();
      case 'DELETE':
        peer.objects.delete(path);
        return response.writeHead(204).end();
      case 'HEAD':
      case 'GET':
        if (!bytes) return response.writeHead(404).end(request.method === 'GET' ? '<Code>NoSuchKey</Code>' : undefined);
        return sendPart(response, request, bytes);
      default:
        return response.writeHead(405).end();
    }
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address() as AddressInfo;
  const login = `${encodeURIComponent(access.key)}:${encodeURIComponent(access.secret)}`;
  peer.url = `s3://${login}@127.0.0.1:${address.port}/${access.bucket}/site?region=${access.region}&tls=false`;
  peer.close = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return peer;
}
