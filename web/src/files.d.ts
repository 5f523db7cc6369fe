declare module "*.wtr" {
  const text: string;
  export default text;
}
