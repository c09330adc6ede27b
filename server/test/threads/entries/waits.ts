// Stands for a module that is still loading when the thread is ended.
await new Promise((resolve) => setTimeout(resolve, 200));
