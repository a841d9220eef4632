import { crc32 } from 'node:zlib';
import { indianWallClock } from '#shared/clock.ts';

/** A file of an archive. */
export interface ZipEntry {
  /** ASCII. */
  name: string;
  bytes: Uint8Array;
  time: Date;
}

/** Beyond 32 and 16 bits the end record has these values, and Zip64 records have the numbers. */
const many = 0xffff;
const large = 0xffffffff;

/** Date and time of an entry, in India, with a resolution of two seconds. */
function timeOf(time: Date): number {
  const there = indianWallClock(new Date(Math.max(time.getTime(), Date.UTC(1980, 0, 2))));
  const day = ((there.getUTCFullYear() - 1980) << 9) | ((there.getUTCMonth() + 1) << 5) | there.getUTCDate();
  const moment = (there.getUTCHours() << 11) | (there.getUTCMinutes() << 5) | (there.getUTCSeconds() >> 1);
  return day * 0x10000 + moment;
}

/**
 * An archive of files that are compressed already, written as they arrive. Any number and total size: in
 * the original format as far as that goes, and with Zip64 beyond.
 */
export async function* zipBytes(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const directory: Buffer[] = [];
  let offset = 0;
  for await (const { name, bytes, time } of entries) {
    const checksum = crc32(bytes);
    const common = Buffer.alloc(22);
    common.writeUInt16LE(10, 0);
    common.writeUInt32LE(timeOf(time), 6);
    common.writeUInt32LE(checksum, 10);
    common.writeUInt32LE(bytes.byteLength, 14);
    common.writeUInt32LE(bytes.byteLength, 18);
    const lengths = Buffer.alloc(4);
    lengths.writeUInt16LE(name.length, 0);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, lengths, Buffer.from(name)]);
    yield local;
    yield bytes;
    const isFar = offset >= large;
    const far = Buffer.alloc(isFar ? 12 : 0);
    if (isFar) {
      common.writeUInt16LE(45, 0);
      far.writeUInt16LE(1, 0);
      far.writeUInt16LE(8, 2);
      far.writeBigUInt64LE(BigInt(offset), 4);
    }
    const rest = Buffer.alloc(18);
    rest.writeUInt16LE(name.length, 0);
    rest.writeUInt16LE(far.length, 2);
    rest.writeUInt32LE(Math.min(offset, large), 14);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x2d\x00'), common, rest, Buffer.from(name), far]));
    offset += local.length + bytes.byteLength;
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  yield* directory;
  yield endOf(directory.length, size, offset);
}

function endOf(count: number, size: number, start: number): Buffer {
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(Math.min(count, many), 8);
  end.writeUInt16LE(Math.min(count, many), 10);
  end.writeUInt32LE(Math.min(size, large), 12);
  end.writeUInt32LE(Math.min(start, large), 16);
  if (count < many && size < large && start < large) return end;
  const wide = Buffer.alloc(76);
  wide.write('PK\x06\x06', 0, 'latin1');
  wide.writeBigUInt64LE(44n, 4);
  wide.writeUInt16LE(45, 12);
  wide.writeUInt16LE(45, 14);
  wide.writeBigUInt64LE(BigInt(count), 24);
  wide.writeBigUInt64LE(BigInt(count), 32);
  wide.writeBigUInt64LE(BigInt(size), 40);
  wide.writeBigUInt64LE(BigInt(start), 48);
  wide.write('PK\x06\x07', 56, 'latin1');
  wide.writeBigUInt64LE(BigInt(start + size), 64);
  wide.writeUInt32LE(1, 72);
  return Buffer.concat([wide, end]);
}
