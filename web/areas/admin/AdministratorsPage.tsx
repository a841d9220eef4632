export function Component() {
  return <h1>Administrators</h1>;
}
