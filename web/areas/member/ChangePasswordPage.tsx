export function Component() {
  return <h1>Change Password</h1>;
}
