import type { TransportRequest } from './upload.ts';

/** The part of a `Response` that is read. */
export interface TransportResponse {
  ok: boolean;
  status: number;
  headers: { get(name: string): string | null };
  json(): Promise<unknown>;
  blob(): Promise<Blob>;
}

/** Rejects only when no response arrived. */
export type Transport = (request: TransportRequest) => Promise<TransportResponse>;

export const browserTransport: Transport = async (request) => {
  if (!request.onProgress) return sendWithFetch(request);
  const { sendWithProgress } = await import('./upload.ts');
  return sendWithProgress(request);
};

function sendWithFetch({ method, url, headers, body, signal }: TransportRequest): Promise<Response> {
  return fetch(url, { method, headers, body, signal, credentials: 'same-origin' });
}
