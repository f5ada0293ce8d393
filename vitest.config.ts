import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/conformance/**', 'test/faults/full/**', 'test/browser/**', '**/node_modules/**'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    // Tests share nothing by module state; loading modules once a worker saves a fifth of the time.
    isolate: false,
    env: { TZ: 'UTC', NO_COLOR: '1' },
    setupFiles: ['test/support/seed.ts'],
  },
});
