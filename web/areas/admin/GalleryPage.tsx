export function Component() {
  return <h1>Gallery</h1>;
}
