// Takes the place of `server-only`, which refuses to be loaded outside the bundler.
export {}
