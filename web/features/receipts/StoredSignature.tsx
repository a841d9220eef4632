import type { AnyEndpoint, EndpointResponse, FileAnswer } from '#shared/endpoint.ts';
import { useBlobAddress } from '#web/lib/browser/useBlobAddress.ts';
import type { ApiInput, DownloadedFile } from '#web/lib/calls/api.ts';
import { useLoad } from '#web/lib/calls/useLoad.ts';

interface Props<E extends AnyEndpoint> {
  load: [EndpointResponse<E>] extends [FileAnswer] ? E : never;
  input: ApiInput<E>;
}

/** The stored signature, fetched with the token because it is not public. */
export function StoredSignature<E extends AnyEndpoint>({ load, input }: Props<E>) {
  const blob = (useLoad(load as E, input).data as DownloadedFile | undefined)?.blob;
  const address = useBlobAddress(blob);
  return address ? <img className="block" width="200" src={address} alt="Stored now" /> : null;
}
