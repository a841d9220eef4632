import QRCode from 'qrcode';

/** The modules of a QR code, row by row, without the quiet zone around it. */
export function qrRows(text: string): boolean[][] {
  const { modules } = QRCode.create(text, { errorCorrectionLevel: 'M' });
  return Array.from({ length: modules.size }, (_row, down) =>
    Array.from({ length: modules.size }, (_square, right) => modules.get(down, right) === 1),
  );
}
