/** How to log in as the first administrator. Only a hash is stored, so the password can be shown only now. */
export function firstAdministratorNotice(
  { email, password, random }: { email: string; password: string; random: boolean },
  { publicUrl }: { publicUrl: string },
): string {
  return `The first administrator has been made; log in at ${publicUrl}/admin/Login
  E-mail: ${email}
  Password: ${random ? password : '(the one in ADMIN_PASSWORD)'}`;
}
