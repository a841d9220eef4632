import { useEffect, useState } from 'react';

/** An address for bytes in memory, given back when others are shown or none. */
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
