(* A-L5.2+: what the steps about the part along the top eigenvector say, over time. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Intervals Quantities Comparison Tangent Oja Eigenbasis.
Open Scope R_scope.

Lemma equilibria {S : inner_product_space} (U : S -> S) : (forall (x : S) (mu t : R), 0 <= t -> inner x x = 1 ->
    vsub (vscale mu x) (vscale (inner x (vscale mu x)) x) = vzero) -> (forall (x : S) (t : R), 0 <= t -> inner x x = 1 ->
    U x = vadd (vsub (U x) (vscale (inner x (U x)) x)) (vscale (inner (U x) x) x)) ->
  forall x, inner x x = 1 -> vsub (U x) (vscale (inner x (U x)) x) = vzero <-> exists mu, U x = vscale mu x.
Proof.
  intros Rests Only x X. split; [intro E | intros [mu ->]; apply (Rests x mu 0 (Rle_refl 0) X)].
  exists (inner (U x) x). rewrite (Only x 0 (Rle_refl 0) X), E at 1. apply inner_ext. intro z. rewrite inner_add_l, inner_zero_l. ring.
Qed.

Section Dominant.
Context {S : inner_product_space} {Mode : Type} (modes : list Mode) (U : S -> S) (w : R -> R) (v : Mode -> S) (y : R -> S)
  (top : Mode) (gamma m M : R) (lam : Mode -> R) (same : Mode -> Mode -> R).
Hypothesis Flow : forall t, 0 <= t -> is_vderive y t (vscale (w t) (vsub (U (y t)) (vscale (inner (y t) (U (y t))) (y t)))).
Hypothesis Ortho : forall a c, inner (v a) (v c) = same a c.
Hypothesis Weights : (forall t, 0 <= t -> m <= w t /\ w t <= M) /\ forall x, x = vtotal modes (fun k => vscale (inner (v k) x) (v k)).
Hypotheses (Sym : adjoint U U) (Same : kronecker same) (Bounded : bounded_operator U) (Mpos : 0 < m)
  (Eigen : forall a, U (v a) = vscale (lam a) (v a)) (Start : inner (y 0) (y 0) = 1).
Let b t := inner (v top) (y t).
Let form t := inner (U (y t)) (y t).
Let Pole : inner (v top) (v top) = 1. Proof. rewrite Ortho. apply Same. Qed.
Let Unit := oja_unit U y w m M Bounded Mpos (proj1 Weights) Flow Start.
Let Part t (T : 0 <= t) : -1 <= b t <= 1 := unit_inner _ _ Pole (Unit t T).
Let image t := vtotal modes (fun k => vscale (lam k * inner (v k) (y t)) (v k)).
Let squares t := total modes (fun k => inner (v k) (y t) * inner (v k) (y t)).
Let Image t : U (y t) = image t.
Proof.
  apply inner_ext. intro z. rewrite (Sym (y t) z), (form_sum modes U v lam Sym Eigen (proj2 Weights)). unfold image.
  rewrite inner_vtotal_l. apply total_ext. intro k. rewrite inner_scale_l. ring.
Qed.
Let Squares t : squares t = inner (y t) (y t) := eq_sym (parseval modes v (proj2 Weights) (y t) (y t)).
Hypothesis Gap : forall t, 0 <= t -> inner (y t) (y t) = 1 -> U (y t) = image t -> squares t = inner (y t) (y t) ->
  gamma * (1 - inner (v top) (y t) ^ 2) <= lam top - inner (U (y t)) (y t).
Hypothesis Gpos : 0 < gamma.
Let Far t (T : 0 <= t) : gamma * (1 - b t ^ 2) <= lam top - form t := Gap t T (Unit t T) (Image t) (Squares t).
Let Square t : 0 <= t -> b t ^ 2 <= 1. Proof. intro T. assert (B := Part t T). assert (0 <= (1 - b t) * (1 + b t)) by (apply Rmult_le_pos; lra). lra. Qed.
Let Below t : 0 <= t -> 0 <= lam top - form t.
Proof. intro T. assert (F := Far t T). assert (B := Square t T). assert (0 <= gamma * (1 - b t ^ 2)) by (apply Rmult_le_pos; lra). lra. Qed.
Section Growth.
Hypothesis Growth : forall t, 0 <= t -> inner (y t) (y t) = 1 -> U (y t) = image t -> squares t = inner (y t) (y t) ->
  is_derive (fun s => inner (v top) (y s)) t (w t * (lam top - inner (U (y t)) (y t)) * inner (v top) (y t)).
Let Moves t (T : 0 <= t) := Growth t T (Unit t T) (Image t) (Squares t).
Let grows c : 0 < c * b 0 -> nondecreasing (fun t => c * b t).
Proof.
  intro P. set (g t := w t * (lam top - form t)). assert (D : forall t, 0 <= t -> is_derive (fun t => c * b t) t (g t * (c * b t))).
  { intros t T. eapply derive_eq; [apply (derive_mult (fun _ => c)); [apply derive_const | apply (Moves t T)] | unfold g, form, b; ring]. }
  assert (G : forall t, 0 <= t -> 0 <= g t) by (intros t T; assert (W := proj1 Weights t T); apply Rmult_le_pos; [lra | auto]).
  apply quantity_nondecreasing. intros t T. exists (g t * (c * b t)). split; [auto|]. apply Rmult_le_pos; [auto|].
  apply Rle_trans with (c * b 0); [lra|]. apply (keeps (fun t => c * b t) (fun t => g t * (c * b t)) _ (c * b 0) 0 t T P); [intros s Hs; apply D; lra | lra|].
  intros s Hs L. apply Rmult_le_pos; [apply G|]; lra.
Qed.
Lemma rises : 0 < inner (v top) (y 0) -> nondecreasing (fun t => inner (v top) (y t)).
Proof. intros P s t H. assert (G := grows 1 ltac:(rewrite Rmult_1_l; exact P) s t H). cbv beta in G. rewrite !Rmult_1_l in G. exact G. Qed.
Lemma falls : inner (v top) (y 0) < 0 -> nondecreasing (fun t => -1 * inner (v top) (y t)).
Proof. intro P. apply (grows (-1)). unfold b. lra. Qed.
Lemma across : (forall (L s t : R), 0 <= t -> inner (y t) (y t) = 1 ->
    0 < L -> 0 <= s -> w t <= L -> lam top <= s -> -1 * s <= inner (U (y t)) (y t) -> inner (U (y t)) (y t) <= lam top ->
    2 * w t * (lam top - inner (U (y t)) (y t)) * inner (v top) (y t) ^ 2 <= 4 * L * s * inner (v top) (y t) ^ 2) -> 0 < M ->
  inner (v top) (y 0) = 0 -> forall t, 0 <= t -> inner (v top) (y t) = 0.
Proof.
  intros Slow Mp Z t T. destruct Bounded as [C [C0 HC]]. assert (L := Rle_abs (lam top)).
  assert (G := decays (fun t => b t * b t) (fun t => 2 * w t * (lam top - form t) * b t ^ 2) (4 * M * (Rabs (lam top) + C)) 0).
  assert (H : b t * b t <= 0 * exp (4 * M * (Rabs (lam top) + C) * t)); [apply G; auto; [| unfold b; rewrite Z; lra |]|].
  - intros s Hs. eapply derive_eq; [apply (derive_mult b b); apply (Moves s Hs) | unfold form, b; ring].
  - intros s Hs. replace (b s * b s) with (b s ^ 2) by ring. assert (W := proj1 Weights s Hs). assert (Q := Below s Hs).
    assert (F := bounded_form U C C0 HC (y s) (y s)). rewrite vnorm_square, (Unit s Hs), Rmult_1_r, (inner_sym _ (y s)) in F.
    apply Rabs_le_between in F. unfold form in Q. assert (P := Rabs_pos (lam top)). apply (Slow M (Rabs (lam top) + C) s Hs (Unit s Hs)); unfold form in *; lra.
  - rewrite Rmult_0_l in H. assert (Q := Rle_0_sqr (b t)). unfold Rsqr in Q. fold (b t). destruct (Rmult_integral (b t) (b t)); lra.
Qed.
End Growth.
Hypothesis Rises : 0 < inner (v top) (y 0) -> nondecreasing (fun t => inner (v top) (y t)).
Hypothesis Falls : inner (v top) (y 0) < 0 -> nondecreasing (fun t => -1 * inner (v top) (y t)).
Hypothesis Length : forall (z : S) (t : R), 0 <= t -> inner (y t) (y t) = 1 -> inner z z = 1 -> inner (vsub (y t) z) (vsub (y t) z) = 2 * (1 - inner z (y t)).
Let Tends p K : (forall t, 0 <= t -> inner (vsub (y t) p) (vsub (y t) p) <= K * exp (-2 * m * gamma * t)) -> vtends y p.
Proof.
  intro H. assert (K0 : 0 <= K) by (assert (Q := H 0 (Rle_refl 0)); rewrite Rmult_0_r, exp_0 in Q; assert (N := inner_nonneg _ (vsub (y 0) p)); lra).
  apply (vtends_exp y p (sqrt K) (m * gamma)); [apply Rmult_lt_0_compat; auto|]. intros t T. apply square_le.
  { apply Rmult_le_pos; [apply sqrt_pos | left; apply exp_pos]. } rewrite vnorm_square. eapply Rle_trans; [apply (H t T)|]. right.
  rewrite <- (sqrt_sqrt K) at 1 by exact K0. replace (-2 * m * gamma * t) with (- (m * gamma) * t + - (m * gamma) * t) by ring. rewrite exp_plus. ring.
Qed.
Let Away p : inner p p = 1 -> (forall t, 0 <= t -> inner p (y t) <= 0) -> ~ vtends y p.
Proof.
  intros P H L. destruct (L 1 ltac:(lra)) as [T [T0 Q]]. specialize (Q T (Rle_refl T)). rewrite Rminus_0_r, Rabs_right in Q by apply Rle_ge, vnorm_nonneg.
  assert (D := vnorm_square (vsub (y T) p)). rewrite (Length p T T0 (Unit T T0) P) in D. assert (N := vnorm_nonneg (vsub (y T) p)). specialize (H T T0).
  set (d := vnorm _) in *. assert (d * d < 1 * 1) by (apply Rmult_le_0_lt_compat; lra). lra.
Qed.
Hypothesis Across : inner (v top) (y 0) = 0 -> forall t, 0 <= t -> inner (v top) (y t) = 0.
Let Low t : 0 <= t -> ~ 0 < b 0 -> b t <= 0.
Proof.
  intros T N. destruct (Rtotal_order (b 0) 0) as [L|[E|L]]; [|right; exact (Across E t T) | destruct (N L)].
  assert (G := Falls L 0 t ltac:(lra)). unfold b in *. lra.
Qed.
Section Slopes.
Let slope p t := (1 - inner p (y t) ^ 2) / inner p (y t) ^ 2.
Hypothesis Slope : forall p t, 0 <= t -> inner (y t) (y t) = 1 -> inner p p = 1 ->
  U p = vscale (lam top) p -> 0 < inner p (y t) -> is_derive (slope p) t (-2 * w t * (lam top - inner (U (y t)) (y t)) / inner p (y t) ^ 2).
Hypothesis Rate : forall p (n t : R), 0 <= t -> inner (y t) (y t) = 1 -> inner p p = 1 -> 0 < n ->
  U p = vscale (lam top) p -> n <= w t -> 0 < inner p (y t) -> gamma * (1 - inner p (y t) ^ 2) <= lam top - inner (U (y t)) (y t) ->
  inner p (y t) ^ 2 <= 1 -> -2 * w t * (lam top - inner (U (y t)) (y t)) / inner p (y t) ^ 2 <= -2 * n * gamma * slope p t.
Hypothesis Bound : forall r t, 0 <= t -> 0 < r -> r <= 1 -> 2 * (1 - r) <= (1 - r ^ 2) / r ^ 2.
Let Decays p : inner p p = 1 -> U p = vscale (lam top) p -> (forall t, 0 <= t -> 0 < inner p (y t) /\ inner p (y t) ^ 2 = b t ^ 2) ->
  forall t, 0 <= t -> inner (vsub (y t) p) (vsub (y t) p) <= slope p 0 * exp (-2 * m * gamma * t).
Proof.
  intros Up Ep P t T. rewrite (Length p t T (Unit t T) Up). destruct (P t T) as [Q _]. assert (I := unit_inner p (y t) Up (Unit t T)).
  eapply Rle_trans; [apply (Bound _ t T Q); lra|].
  apply (decays (slope p) _ _ _ (fun s Hs => Slope p s Hs (Unit s Hs) Up Ep (proj1 (P s Hs)))); [lra | | exact T].
  intros s Hs. destruct (P s Hs) as [Qs E]. apply (Rate p m s Hs (Unit s Hs) Up Mpos Ep);
    rewrite ?E; [apply (proj1 Weights s Hs) | exact Qs | apply (Far s Hs) | apply (Square s Hs)].
Qed.
Lemma fast c : 0 < c -> inner (v top) (y 0) = c -> forall t, 0 <= t ->
  sqrt (inner (vsub (y t) (v top)) (vsub (y t) (v top))) ^ 2 <= (1 - c ^ 2) / c ^ 2 * exp (-2 * m * gamma * t).
Proof.
  intros C E t T. rewrite <- E in *. rewrite pow2_sqrt by apply inner_nonneg. apply (Decays (v top) Pole (Eigen top)); [|exact T].
  intros s Hs. split; [|reflexivity]. assert (G := Rises C 0 s ltac:(lra)). cbv beta in G. lra.
Qed.
Lemma opposite : vtends y (vscale (-1) (v top)) <-> inner (v top) (y 0) < 0.
Proof.
  assert (P : inner (vscale (-1) (v top)) (vscale (-1) (v top)) = 1) by (rewrite inner_scale_l, inner_scale_r, Pole; ring). split.
  - intro L. destruct (Rlt_dec (b 0) 0) as [N|N]; [exact N|]. destruct (Away _ P) with (2 := L). intros t T. rewrite inner_scale_l. fold (b t).
    destruct (Rtotal_order (b 0) 0) as [K|[K|K]]; [destruct (N K) | assert (G := Across K t T); unfold b; lra|].
    assert (G := Rises K 0 t ltac:(lra)). unfold b in *. lra.
  - intro N. apply (Tends _ (slope (vscale (-1) (v top)) 0)), Decays; [exact P | rewrite (adjoint_scale _ _ Sym), Eigen, !vscale_vscale; f_equal; ring|]. intros t T. rewrite inner_scale_l. fold (b t). split; [|ring].
    assert (G := Falls N 0 t ltac:(lra)). unfold b in *. lra.
Qed.
End Slopes.
Lemma domain : (forall c, 0 < c -> inner (v top) (y 0) = c -> forall t, 0 <= t ->
    sqrt (inner (vsub (y t) (v top)) (vsub (y t) (v top))) ^ 2 <= (1 - c ^ 2) / c ^ 2 * exp (-2 * m * gamma * t)) ->
  vtends y (v top) <-> 0 < inner (v top) (y 0).
Proof.
  intro Fast. split.
  - intro L. destruct (Rlt_dec 0 (b 0)) as [N|N]; [exact N|]. destruct (Away _ Pole) with (2 := L). intros t T. apply (Low t T N).
  - intro P. apply (Tends _ ((1 - b 0 ^ 2) / b 0 ^ 2)). intros t T. assert (F := Fast _ P eq_refl t T). rewrite pow2_sqrt in F by apply inner_nonneg. exact F.
Qed.
Lemma others mu x : mu <> lam top /\ U x = vscale mu x /\ vtends y x -> inner (v top) (y 0) = 0.
Proof.
  intros [Other [Ex L]]. assert (O : inner (v top) x = 0).
  { assert (H := Sym (v top) x). rewrite Eigen, Ex, inner_scale_l, inner_scale_r in H.
    destruct (Rmult_integral (lam top - mu) (inner (v top) x)); [lra | lra | assumption]. }
  destruct (Req_dec (b 0) 0) as [Z|N]; [exact Z|]. exfalso. destruct (L (Rabs (b 0)) (Rabs_pos_lt _ N)) as [T [T0 H]].
  specialize (H T (Rle_refl T)). rewrite Rminus_0_r, Rabs_right in H by apply Rle_ge, vnorm_nonneg.
  assert (C := inner_le_vnorm (v top) (vsub (y T) x)). rewrite (unit_vnorm _ Pole), Rmult_1_l in C.
  unfold vsub in C at 1. rewrite inner_add_r, inner_scale_r, O, Rmult_0_r, Rplus_0_r in C. fold (b T) in C.
  destruct (Rdichotomy _ _ N) as [P|P].
  - assert (G := Falls P 0 T ltac:(lra)). cbv beta in G. fold (b 0) (b T) in G. rewrite !Rabs_left in * by lra. lra.
  - assert (G := Rises P 0 T ltac:(lra)). cbv beta in G. fold (b 0) (b T) in G. rewrite !Rabs_right in * by lra. lra.
Qed.
End Dominant.
