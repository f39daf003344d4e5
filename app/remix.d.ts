import '@remix-run/node';

declare module '@remix-run/node' {
  // Loader data keeps its Date and bigint values on the way to the component.
  interface Future {
    v3_singleFetch: true;
  }
}
