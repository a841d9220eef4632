/** How to log in as the first administrator. Only a hash is stored, so this is the one time that the password can be shown. */
export function firstAdministratorNotice(
  { email, password, random }: { email: string; password: string; random: boolean },
  { publicUrl }: { publicUrl: string },
): string {
  return `The first administrator has been made; log in at ${publicUrl}/admin/Login
  E-mail: ${email}
  Password: ${random ? password : '(the one in ADMIN_PASSWORD)'}`;
}
