(* A-L5.1: what the steps about the cosine say, over time. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Quantities Comparison Spheres Tangent Inferences.
Open Scope R_scope.

Section Drawn.
Context {S : inner_product_space} (v : S) (y : R -> S) (w A : R -> R) (m M : R).
Let b t := inner (y t) v.
Let ratio t := (1 - b t) / (1 + b t).
Let at_ c t := ((1 + c) * exp (2 * A t) - (1 - c)) / ((1 + c) * exp (2 * A t) + (1 - c)).
Let pull z := vsub v (vscale (inner z v) z).
Hypothesis Near : forall z (t : R), 0 <= t -> inner z z = 1 -> inner (vsub z v) (vsub z v) = 2 * (1 - inner z v).
Hypothesis Opposite : forall z (t : R), 0 <= t -> inner z z = 1 -> inner (vadd z v) (vadd z v) = 2 * (1 + inner z v).
Let At_pole z : inner z z = 1 -> 1 - inner z v = 0 -> z = v.
Proof. intros Z E. apply (equal_by_square z v _ (Near z 0 (Rle_refl 0) Z)). lra. Qed.
Let At_antipode z : inner z z = 1 -> 1 + inner z v = 0 -> z = vscale (-1) v.
Proof.
  intros Z E. apply (equal_by_square z _ (inner (vadd z v) (vadd z v))); [|rewrite (Opposite z 0 (Rle_refl 0) Z); lra].
  unfold vsub. rewrite vscale_vscale. replace (-1 * -1) with 1 by ring. rewrite vscale_one. reflexivity.
Qed.
Lemma equilibria : (forall z (t : R), 0 <= t -> inner z z = 1 -> inner (pull z) (pull z) = 1 - inner z v ^ 2) ->
  inner v v = 1 -> forall z, inner z z = 1 -> pull z = vzero <-> z = v \/ z = vscale (-1) v.
Proof.
  intros Pull Pole z Z. split.
  - intro E. assert (P := Pull z 0 (Rle_refl 0) Z). rewrite E, inner_zero_l in P.
    destruct (Rmult_integral (1 - inner z v) (1 + inner z v)); [lra | left | right]; auto.
  - intro E. apply inner_definite. rewrite (Pull z 0 (Rle_refl 0) Z). destruct E as [-> | ->]; rewrite ?inner_scale_l, Pole; ring.
Qed.
Hypothesis Flow : forall t, 0 <= t -> is_vderive y t (vscale (w t) (vsub v (vscale (inner (y t) v) (y t)))).
Hypotheses (Low : forall t, 0 <= t -> m <= w t) (High : forall t, 0 <= t -> w t <= M).
Hypotheses (Mpos : 0 < m) (Pole : inner v v = 1) (Start : inner (y 0) (y 0) = 1).
Let Unit t : 0 <= t -> inner (y t) (y t) = 1.
Proof.
  intro T. refine (stays_unit (tt :: nil) (fun t _ => y t) (fun t _ => vscale (w t) v) (2 * M) _ _ _ (fun _ => Start) t tt T).
  - intros []. left. reflexivity.
  - intros s [] Hs. eapply vderive_eq; [apply Flow, Hs|]. apply inner_ext. intro z. unfold vsub. repeat (rewrite ?inner_add_l, ?inner_scale_l, ?inner_scale_r). ring.
  - intros s [] Hs L. specialize (L tt). assert (m <= w s <= M) by auto. rewrite inner_scale_r, Rabs_mult.
    assert (C := inner_le_vnorm (y s) v). unfold vnorm in C at 2. rewrite Pole, sqrt_1, Rmult_1_r in C.
    assert (Q := vnorm_square (y s)). assert (vnorm (y s) <= 2) by (apply square_le; lra).
    rewrite (Rabs_right (w s)), (Rmult_comm 2) by lra. apply Rmult_le_compat; try lra. apply Rabs_pos.
Qed.
Let Range t (T : 0 <= t) : -1 <= b t <= 1 := unit_inner _ _ (Unit t T) Pole.
Lemma rises : (forall t, 0 <= t -> inner (y t) (y t) = 1 -> exists d, is_derive (fun s => 1 - inner (y s) v) t d /\
  d <= -1 * m * (1 - inner (y t) v) * (2 - (1 - inner (y t) v))) -> nondecreasing (fun t => inner (y t) v).
Proof.
  intro Falls. assert (Twice : forall r, 1 - (1 - r) = r) by (intro; ring). apply quantity_nondecreasing. intros t T. destruct (Falls t T (Unit t T)) as [d [D L]]. exists (0 - d). split.
  - apply (is_derive_ext (fun s => 1 - (1 - inner (y s) v))); [intro; apply Twice|]. apply (derive_minus (fun _ => 1)); [apply derive_const | exact D].
  - assert (R := Range t T). fold (b t) in L. assert (0 <= m * (1 - b t) * (1 + b t)) by (repeat apply Rmult_le_pos; lra). lra.
Qed.
Lemma stays_at_antipode : (forall t, 0 <= t -> inner (y t) (y t) = 1 -> is_derive (fun s => inner (y s) v) t (w t * (1 - inner (y t) v ^ 2))) ->
  y 0 = vscale (-1) v -> forall t, 0 <= t -> y t = vscale (-1) v.
Proof.
  intros Cosine E t T. apply At_antipode; [apply Unit, T|]. assert (R := Range t T). fold (b t). apply Rle_antisym; [|lra].
  assert (Z : 1 + b 0 <= 0) by (unfold b; rewrite E, inner_scale_l, Pole; lra).
  assert (G := decays (fun t => 1 + b t) (fun t => 0 + w t * (1 - b t ^ 2)) (2 * M) 0). cbv beta in G.
  rewrite <- (Rmult_0_l (exp (2 * M * t))). apply G; auto.
  - intros s Hs. apply (derive_plus (fun _ => 1)); [apply derive_const | apply (Cosine s Hs), Unit, Hs].
  - intros s Hs. assert (B := Range s Hs). replace (0 + w s * (1 - b s ^ 2)) with (w s * (1 - b s) * (1 + b s)) by ring.
    assert (m <= w s <= M) by auto. apply Rmult_le_compat_r; [lra|]. rewrite (Rmult_comm 2). apply Rmult_le_compat; lra.
Qed.
Section Away.
Hypothesis Rises : nondecreasing (fun t => inner (y t) v).
Hypothesis Conserved : forall t, 0 <= t -> inner (y t) (y t) = 1 -> -1 < inner (y t) v ->
  is_derive (fun s => (1 - inner (y s) v) / (1 + inner (y s) v) * exp (2 * A s)) t 0.
Let Solved c : -1 < c /\ inner (y 0) v = c -> forall t, 0 <= t -> -1 < b t /\
  (1 - b t) / (1 + b t) = (1 - c) / (1 + c) * exp (2 * (A 0 - A t)).
Proof.
  intros [C E] t T. assert (P : forall s, 0 <= s -> -1 < b s) by (intros s Hs; assert (Q := Rises 0 s ltac:(lra)); unfold b; lra).
  split; [auto|]. assert (H := conserved _ _ eq_refl (fun s Hs => Conserved s Hs (Unit s Hs) (P s Hs)) t T). cbv beta in H.
  fold (b t) in H. rewrite E in H. replace (2 * (A 0 - A t)) with (2 * A 0 + - (2 * A t)) by ring.
  rewrite exp_plus, exp_Ropp, <- Rmult_assoc, <- H. assert (X := exp_pos (2 * A t)). assert (Q := P t T). field. lra.
Qed.
Lemma explicit_solution c : (forall (r t : R), 0 <= t -> -1 < r -> r < 1 -> (1 - at_ r t) * (1 + r) * exp (2 * A t) = (1 - r) * (1 + at_ r t)) ->
  -1 < c /\ inner (y 0) v = c -> A 0 = 0 -> forall t, 0 <= t -> (1 + c) * exp (2 * A t) + (1 - c) <> 0 /\ inner (y t) v = at_ c t.
Proof.
  intros Formula [C E] A0 t T. destruct (Solved c (conj C E) t T) as [P H]. assert (X := exp_pos (2 * A t)).
  assert (R := Range 0 (Rle_refl 0)). unfold b in R. rewrite E in R.
  assert (D : 0 < (1 + c) * exp (2 * A t)) by (apply Rmult_lt_0_compat; lra). split; [lra|]. fold (b t).
  rewrite A0, Rminus_0_l, <- Ropp_mult_distr_r, exp_Ropp in H.
  assert (K : (1 - b t) * (1 + c) * exp (2 * A t) = (1 - c) * (1 + b t)) by
    (replace (1 - b t) with ((1 - b t) / (1 + b t) * (1 + b t)) by (field; lra); rewrite H; field; lra).
  destruct (proj2 R) as [L| ->].
  - assert (F := Formula c t T C L). apply (Rmult_eq_reg_r ((1 + c) * exp (2 * A t) + (1 - c))); lra.
  - unfold at_. apply (Rmult_eq_reg_r ((1 + 1) * exp (2 * A t))); [|lra]. field_simplify; [|lra]. lra.
Qed.
Lemma fast c : (forall t, 0 <= t -> is_derive A t (w t)) -> (forall t, 0 <= t -> inner (y t) (y t) = 1 -> -1 < inner (y t) v ->
  1 - inner (y t) v <= 2 * (1 - inner (y t) v) / (1 + inner (y t) v)) -> -1 < c /\ inner (y 0) v = c -> forall t, 0 <= t ->
  1 + c <> 0 /\ 1 - inner (y t) v <= 2 * (1 - c) / (1 + c) * exp (-2 * m * t).
Proof.
  intros Clock Twice [C E] t T. split; [lra|]. destruct (Solved c (conj C E) t T) as [P H].
  assert (R := Range 0 (Rle_refl 0)). unfold b in R. rewrite E in R. eapply Rle_trans; [apply (Twice t T (Unit t T) P)|]. fold (b t).
  replace (2 * (1 - b t) / (1 + b t)) with (2 * ((1 - b t) / (1 + b t))) by (unfold Rdiv; ring).
  replace (2 * (1 - c) / (1 + c)) with (2 * ((1 - c) / (1 + c))) by (unfold Rdiv; ring). rewrite H, <- Rmult_assoc.
  apply Rmult_le_compat_l; [apply Rmult_le_pos; [lra|]; apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat; lra]|].
  apply exp_le. assert (G := growth A w m 0 t T (fun s Hs => Clock s (proj1 Hs)) (fun s Hs => Low s (proj1 Hs))). lra.
Qed.
End Away.
Lemma attracted : (y 0 = vscale (-1) v -> forall t, 0 <= t -> y t = vscale (-1) v) ->
  (forall c, -1 < c /\ inner (y 0) v = c -> forall t, 0 <= t -> 1 + c <> 0 /\ 1 - inner (y t) v <= 2 * (1 - c) / (1 + c) * exp (-2 * m * t)) ->
  vtends y v <-> ~ y 0 = vscale (-1) v.
Proof.
  intros Rests Fast. assert (R0 := Range 0 (Rle_refl 0)). split.
  - intros L E. destruct (L 1 ltac:(lra)) as [T [T0 H]]. specialize (H T (Rle_refl T)).
    rewrite Rminus_0_r, Rabs_right in H by apply Rle_ge, vnorm_nonneg. rewrite (Rests E T T0) in H.
    assert (V := vnorm_square (vsub (vscale (-1) v) v)). rewrite (Near _ T T0), inner_scale_l, Pole in V by
      (rewrite inner_scale_l, inner_scale_r, Pole; ring). assert (N := vnorm_nonneg (vsub (vscale (-1) v) v)).
    set (d := vnorm _) in *. assert (d * d < 1 * 1) by (apply Rmult_le_0_lt_compat; lra). lra.
  - intro N. set (c := b 0). assert (C : -1 < c).
    { destruct (proj1 R0) as [L|E]; [exact L|]. destruct N. apply At_antipode; [exact Start|]. fold (b 0). lra. }
    set (K := 2 * (2 * (1 - c) / (1 + c))). assert (K0 : 0 <= K).
    { unfold K, Rdiv. repeat apply Rmult_le_pos; try lra; [unfold c; lra | left; apply Rinv_0_lt_compat; lra]. }
    apply (vtends_exp y v (sqrt K) m Mpos). intros t T. apply square_le; [apply Rmult_le_pos; [apply sqrt_pos | left; apply exp_pos]|].
    rewrite vnorm_square, (Near _ t T (Unit t T)). destruct (Fast c (conj C eq_refl) t T) as [_ F].
    replace (sqrt K * exp (- m * t) * (sqrt K * exp (- m * t))) with (sqrt K * sqrt K * (exp (- m * t) * exp (- m * t))) by ring.
    rewrite sqrt_sqrt, <- exp_plus by exact K0. replace (- m * t + - m * t) with (-2 * m * t) by ring. unfold K. lra.
Qed.
End Drawn.
