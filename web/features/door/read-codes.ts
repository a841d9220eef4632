/** The used part of the Barcode Detection API, which few browsers have. */
interface BrowserReader {
  detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]>;
}
interface BrowserReaderClass {
  new (options: { formats: string[] }): BrowserReader;
  getSupportedFormats: () => Promise<string[]>;
}

/** Reads the QR code in the camera's current picture; undefined if there is none. */
export type ReadCode = (video: HTMLVideoElement) => Promise<string | undefined>;

/** Wide enough for a code that fills a third of the picture, small enough for a slow phone. */
const width = 640;

async function ownReader(): Promise<ReadCode | undefined> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: BrowserReaderClass };
  if (!BarcodeDetector) return undefined;
  try {
    if (!(await BarcodeDetector.getSupportedFormats()).includes('qr_code')) return undefined;
    const reader = new BarcodeDetector({ formats: ['qr_code'] });
    return async (video) => (await reader.detect(video))[0]?.rawValue;
  } catch {
    return undefined;
  }
}

async function wasmReader(): Promise<ReadCode> {
  const [{ prepareZXingModule, readBarcodes }, { default: wasm }] = await Promise.all([
    import('zxing-wasm/reader'),
    import('zxing-wasm/reader/zxing_reader.wasm?url'),
  ]);
  await prepareZXingModule({ overrides: { locateFile: () => wasm }, fireImmediately: true });
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true })!;
  return async (video) => {
    const scale = Math.min(1, width / video.videoWidth);
    canvas.width = Math.round(video.videoWidth * scale);
    canvas.height = Math.round(video.videoHeight * scale);
    context.drawImage(video, 0, 0, canvas.width, canvas.height);
    const picture = context.getImageData(0, 0, canvas.width, canvas.height);
    const [code] = await readBarcodes(picture, { formats: ['QRCode'], maxNumberOfSymbols: 1 });
    return code?.isValid ? code.text : undefined;
  };
}

/** The browser's reader, or a WebAssembly one. Call it early, so that it has loaded before the network fails. */
export async function loadReader(): Promise<ReadCode> {
  return (await ownReader()) ?? wasmReader();
}
