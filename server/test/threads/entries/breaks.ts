throw new Error('this entry does not load');
