import { randomBytes } from 'node:crypto';

/** 128 random bits as 22 characters: what the QR code of a document carries, so that who sees it can verify it. */
export const newCode = (): string => randomBytes(16).toString('base64url');
