import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/conformance/**/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    env: { TZ: 'UTC', NO_COLOR: '1' },
    setupFiles: ['test/support/seed.ts'],
  },
});
