;; Products of a vector with many others, eight numbers of eight of them at a time.
;; `npx vitest run dot-products --update` translates it.
(module
  (memory (export "memory") 1)

  ;; Writes the products of `input`, whole numbers of 8 bits, with `count` vectors of whole numbers of 16 bits to
  ;; `products`, 32 bits each. `length`, that of all vectors, is a multiple of 8 above 0, and `count` one of 8. From
  ;; `vectors` on are the first eight numbers of the first eight vectors, vector by vector, then the next eight of each,
  ;; and so on; then the next eight vectors.
  (func (export "multiply")
    (param $input i32) (param $length i32) (param $vectors i32) (param $count i32) (param $products i32)
    (local $at i32) (local $end i32) (local $x v128)
    (local $a v128) (local $b v128) (local $c v128) (local $d v128) (local $e v128) (local $f v128) (local $g v128) (local $h v128)
    (local.set $end (i32.add (local.get $input) (local.get $length)))
    (block $done
      (loop $vector
        (br_if $done (i32.eqz (local.get $count)))
        (local.set $a (v128.const i32x4 0 0 0 0))
        (local.set $b (v128.const i32x4 0 0 0 0))
        (local.set $c (v128.const i32x4 0 0 0 0))
        (local.set $d (v128.const i32x4 0 0 0 0))
        (local.set $e (v128.const i32x4 0 0 0 0))
        (local.set $f (v128.const i32x4 0 0 0 0))
        (local.set $g (v128.const i32x4 0 0 0 0))
        (local.set $h (v128.const i32x4 0 0 0 0))
        (local.set $at (local.get $input))
        (loop $number
          (local.set $x (v128.load8x8_s (local.get $at)))
          (local.set $a (i32x4.add (local.get $a)
            (i32x4.dot_i16x8_s (local.get $x) (v128.load offset=0 (local.get $vectors)))))
          (local.set $b (i32x4.add (local.get $b)
            (i32x4.dot_i16x8_s (local.get $x) (v128.load offset=16 (local.get $vectors)))))
          (local.set $c (i32x4.add (local.get $c)
            (i32x4.dot_i16x8_s (local.get $x) (v128.load offset=32 (local.get $vectors)))))
          (local.set $d (i32x4.add (local.get $d)
            (i32x4.dot_i16x8_s (local.get $x) (v128.load offset=48 (local.get $vectors)))))
          (local.set $e (i32x4.add (local.get $e)
            (i32x4.dot_i16x8_s (local.get $x) (v128.load offset=64 (local.get $vectors)))))
          (local.set $f (i32x4.add (local.get $f)
            (i32x4.dot_i16x8_s (local.get $x) (v128.load offset=80 (local.get $vectors)))))
          (local.set $g (i32x4.add (local.get $g)
            (i32x4.dot_i16x8_s (local.get $x) (v128.load offset=96 (local.get $vectors)))))
          (local.set $h (i32x4.add (local.get $h)
            (i32x4.dot_i16x8_s (local.get $x) (v128.load offset=112 (local.get $vectors)))))
          (local.set $vectors (i32.add (local.get $vectors) (i32.const 128)))
          (local.set $at (i32.add (local.get $at) (i32.const 8)))
          (br_if $number (i32.lt_u (local.get $at) (local.get $end))))
        ;; The four numbers of each sum are added up: in pairs of sums, then in pairs of these.
        (local.set $a (i32x4.add
          (i8x16.shuffle 0 1 2 3 16 17 18 19 8 9 10 11 24 25 26 27 (local.get $a) (local.get $b))
          (i8x16.shuffle 4 5 6 7 20 21 22 23 12 13 14 15 28 29 30 31 (local.get $a) (local.get $b))))
        (local.set $c (i32x4.add
          (i8x16.shuffle 0 1 2 3 16 17 18 19 8 9 10 11 24 25 26 27 (local.get $c) (local.get $d))
          (i8x16.shuffle 4 5 6 7 20 21 22 23 12 13 14 15 28 29 30 31 (local.get $c) (local.get $d))))
        (local.set $e (i32x4.add
          (i8x16.shuffle 0 1 2 3 16 17 18 19 8 9 10 11 24 25 26 27 (local.get $e) (local.get $f))
          (i8x16.shuffle 4 5 6 7 20 21 22 23 12 13 14 15 28 29 30 31 (local.get $e) (local.get $f))))
        (local.set $g (i32x4.add
          (i8x16.shuffle 0 1 2 3 16 17 18 19 8 9 10 11 24 25 26 27 (local.get $g) (local.get $h))
          (i8x16.shuffle 4 5 6 7 20 21 22 23 12 13 14 15 28 29 30 31 (local.get $g) (local.get $h))))
        (v128.store offset=0 (local.get $products) (i32x4.add
          (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $a) (local.get $c))
          (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31 (local.get $a) (local.get $c))))
        (v128.store offset=16 (local.get $products) (i32x4.add
          (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $e) (local.get $g))
          (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31 (local.get $e) (local.get $g))))
        (local.set $products (i32.add (local.get $products) (i32.const 32)))
        (local.set $count (i32.sub (local.get $count) (i32.const 8)))
        (br $vector)))))
