export function Component() {
  return <h1>Contacts</h1>;
}
