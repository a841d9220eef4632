import { z } from 'zod';
import { givenPassword } from '#shared/fields.ts';
import { messages } from '#shared/messages.ts';

/** The own password, asked for again before something that matters. */
export const passwordSchema = z.object({ password: givenPassword(messages.adminLogin.password) });
