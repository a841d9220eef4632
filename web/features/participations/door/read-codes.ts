/** The little of the browser's own reader that is used here; few have it. */
interface BrowserReader {
  detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]>;
}
interface BrowserReaderClass {
  new (options: { formats: string[] }): BrowserReader;
  getSupportedFormats: () => Promise<string[]>;
}

/** The QR code in what a camera shows just now; undefined without one. */
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

/** The browser's own reader, or the one that is loaded; asked for early, it is there when the network has gone. */
export async function loadReader(): Promise<ReadCode> {
  return (await ownReader()) ?? wasmReader();
}
