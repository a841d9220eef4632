import { z } from 'zod';
import { participationId } from '#shared/contracts/participations.ts';
import { endpoint, fileResponse } from '#shared/endpoint.ts';
import { answerOf, byId, expectedVersion, flag, optionalText } from '#shared/fields.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';

const text = messages.participation;

export const certificateFile = endpoint(
  'GET /Conference/certificate/{participationId}',
  'The certificate of participation as PDF: one’s own, or any for the office',
  {
    access: ['member', 'admin', 'participation'],
    power: 'members',
    writes: 'counts unknown links',
    params: participationId,
    response: fileResponse,
  },
);

export const certificatesZip = endpoint(
  'GET /Conference/certificates/{id}',
  'All valid certificates of a conference as one ZIP',
  { power: 'members', needsConfirmation: true, writes: 'its line in the log', params: byId, response: fileResponse },
);

export const signerPositions = ['first', 'second'] as const;
const signer = z.object({
  name: z.string(),
  office: z.string(),
  /** Address of the signature's picture; null without one. */
  signature: z.string().nullable(),
});
const certificateSigners = z.object({ first: signer, second: signer, version: z.number() });
export type CertificateSigners = z.output<typeof certificateSigners>;

const signerFields = z.object({
  firstName: optionalText(limits.nameLength),
  firstOffice: optionalText(limits.lineLength),
  secondName: optionalText(limits.nameLength),
  secondOffice: optionalText(limits.lineLength),
});
/** A signer needs a name and an office, or neither. */
export const signersSchema = signerFields.superRefine((input, context) => {
  for (const position of signerPositions) {
    const [name, office] = [input[`${position}Name`], input[`${position}Office`]];
    if (name !== '' && office === '') {
      context.addIssue({ code: 'custom', path: [`${position}Office`], message: text.signerOffice });
    }
    if (name === '' && office !== '') {
      context.addIssue({ code: 'custom', path: [`${position}Name`], message: text.signerName });
    }
  }
});
const signersBody = signersSchema.safeExtend({
  removeFirst: flag.optional().default(false),
  removeSecond: flag.optional().default(false),
  version: expectedVersion,
});
export type SignersChange = z.output<typeof signersBody>;

export const getSigners = endpoint(
  'GET /Conference/certificateSigners',
  'Who signs certificates; nobody: those who hold the offices on the last day',
  { power: 'full', response: answerOf({ data: certificateSigners }) },
);

export const updateSigners = endpoint(
  'PATCH /Conference/certificateSigners',
  'Change who signs certificates from now on; those that were issued stay as they are',
  {
    power: 'full',
    body: signersBody,
    files: {
      firstSignature: { wire: 'FirstSignature', accept: 'image', message: 'Please choose a picture of the signature' },
      secondSignature: {
        wire: 'SecondSignature',
        accept: 'image',
        message: 'Please choose a picture of the signature',
      },
    },
  },
);

export const signerSignature = endpoint(
  'GET /Conference/signature/{place}',
  'A signature that stands on certificates',
  { power: 'full', params: z.object({ place: z.enum(signerPositions) }), response: fileResponse },
);
