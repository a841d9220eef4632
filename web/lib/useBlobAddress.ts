import { useEffect, useState } from 'react';

/** An object URL for a blob, revoked when another one or none is shown. */
export function useBlobAddress(blob: Blob | null | undefined): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!blob) {
      setAddress(undefined);
      return;
    }
    const made = URL.createObjectURL(blob);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return address;
}
