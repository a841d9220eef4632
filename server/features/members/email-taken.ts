import { AppError } from '#shared/errors.ts';

export const emailTaken = () => {
  const message = 'This e-mail already belongs to a registration or a member.';
  return new AppError('EMAIL_TAKEN', message, { fields: { email: message } });
};
