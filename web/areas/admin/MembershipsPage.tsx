export function Component() {
  return <h1>Memberships</h1>;
}
