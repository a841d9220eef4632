export function Component() {
  return <h1>Registrations</h1>;
}
