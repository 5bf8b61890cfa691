(* B-L9: the rank of attention at consensus, at bipartite states and at rest. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude States Resting Drawn Directions.
Open Scope R_scope.

Section Groups.
Context {Token : Type} (tokens : list Token) (eps : Token -> R) (g : R).
Hypothesis ET : enumerates tokens.
Hypothesis Signs : forall i, eps i ^ 2 = 1.
Let a i k := exp (eps i * eps k * g) / total tokens (fun j => exp (eps i * eps j * g)).

Lemma sign i : eps i = 1 \/ eps i = -1.
Proof.
  assert (E : (eps i - 1) * (eps i + 1) = 0) by (specialize (Signs i); lra).
  destruct (Rmult_integral _ _ E); [left | right]; lra.
Qed.
Lemma one_of_each p q : total tokens eps = p - q -> size tokens = p + q -> 1 <= p -> 1 <= q ->
  (exists i, eps i = 1) /\ exists j, eps j = -1.
Proof.
  intros Sum Size P Q. split.
  - destruct (positive_summand tokens (fun i => 1 + eps i)) as [i I].
    + rewrite total_add, Sum. change (total tokens (fun _ => 1)) with (size tokens). lra.
    + exists i. destruct (sign i); lra.
  - destruct (positive_summand tokens (fun i => 1 + -1 * eps i)) as [i I].
    + rewrite total_add, total_scale, Sum. change (total tokens (fun _ => 1)) with (size tokens). lra.
    + exists i. destruct (sign i); lra.
Qed.
Lemma rows_differ : (exists i, eps i = 1) -> (exists j, eps j = -1) ->
  (forall i j k, a i k = a j k) -> g = 0.
Proof.
  intros [i I] [j J] Equal. assert (A := Equal i j i). assert (B := Equal i j j). unfold a in A, B.
  set (Zi := total tokens (fun k => exp (eps i * eps k * g))) in *.
  set (Zj := total tokens (fun k => exp (eps j * eps k * g))) in *.
  assert (Pi : 0 < Zi) by (apply total_positive; auto; intro; apply exp_pos).
  assert (Pj : 0 < Zj) by (apply total_positive; auto; intro; apply exp_pos).
  rewrite I, J in *. replace (1 * 1 * g) with g in A by ring. replace (-1 * 1 * g) with (- g) in A by ring.
  replace (1 * -1 * g) with (- g) in B by ring. replace (-1 * -1 * g) with g in B by ring.
  assert (E : exp g * exp g = exp (- g) * exp (- g)).
  { apply Rmult_eq_reg_r with (/ (Zi * Zj)); [|apply Rinv_neq_0_compat, Rmult_integral_contrapositive; lra].
    replace (exp g * exp g * / (Zi * Zj)) with (exp g / Zi * (exp g / Zj)) by (field; lra).
    rewrite A, <- B. field. lra. }
  rewrite <- !exp_plus in E. apply exp_equal in E. lra.
Qed.
End Groups.

Lemma combination {S : inner_product_space} {Token} (tokens : list Token) (k : Token -> R)
  (A : Token -> Token -> R) (z : Token -> S) :
  vtotal tokens (fun i => vscale (k i) (vtotal tokens (fun j => vscale (A i j) (z j)))) =
  vtotal tokens (fun j => vscale (total tokens (fun i => k i * A i j)) (z j)).
Proof.
  apply inner_ext. intro x. rewrite !inner_vtotal_l.
  rewrite (total_ext tokens _ (fun i => total tokens (fun j => k i * A i j * inner (z j) x))).
  2: { intro i. rewrite inner_scale_l, inner_vtotal_l, <- total_scale. apply total_ext. intro j.
       rewrite inner_scale_l. ring. }
  rewrite total_swap. apply total_ext. intro j. rewrite inner_scale_l, total_scale_r. reflexivity.
Qed.

Section Rows.
Context {S : inner_product_space} {Token : Type} (tokens : list Token) (P P_T : S -> S).
Hypotheses (ET : enumerates tokens) (Adj : adjoint P P_T).
Definition score (z : Token -> S) i j := exp (inner (z i) (P (z j))).
Definition row z i j := score z i j / total tokens (fun k => score z i k).
Lemma row_is eps v i k : row (fun i => vscale (eps i) v) i k =
  exp (eps i * eps k * inner v (P v)) / total tokens (fun j => exp (eps i * eps j * inner v (P v))).
Proof.
  assert (Score : forall i k, inner (vscale (eps i) v) (P (vscale (eps k) v)) = eps i * eps k * inner v (P v)).
  { intros. rewrite (adjoint_scale _ _ Adj). inners. ring. }
  unfold row, score. rewrite Score. f_equal. apply total_ext. intro j. rewrite Score. reflexivity.
Qed.
Lemma two_rows : (forall v, inner v v = 1 -> forall eps p q, (forall i, eps i ^ 2 = 1) -> total tokens (fun j => eps j) = p - q ->
    size tokens = p + q -> 1 <= p -> 1 <= q -> forall i j k, eps i = eps j ->
    row (fun i => vscale (eps i) v) i k = row (fun i => vscale (eps i) v) j k) /\
  forall v, inner v v = 1 -> forall eps p q, (forall i, eps i ^ 2 = 1) -> total tokens (fun j => eps j) = p - q ->
    size tokens = p + q -> 1 <= p -> 1 <= q ->
    (forall i j k, row (fun i => vscale (eps i) v) i k = row (fun i => vscale (eps i) v) j k) <-> inner (P_T v) v = 0.
Proof.
  split; intros v _ eps p q Signs Sum Size One Two.
  - intros i j k E. rewrite !row_is, E. reflexivity.
  - assert (Turn : inner (P_T v) v = inner v (P v)) by (rewrite inner_sym, <- Adj; apply inner_sym). rewrite Turn. split.
    + intro Equal. destruct (one_of_each tokens eps Signs p q Sum Size One Two) as [I J].
      apply (rows_differ tokens eps (inner v (P v)) ET I J). intros i j k. rewrite <- !row_is. apply Equal.
    + intros G i j k. rewrite !row_is, G, !Rmult_0_r. f_equal. apply total_ext. intro l. rewrite !Rmult_0_r. reflexivity.
Qed.
Lemma full_rank (z : Token -> S) : (forall i, inner (z i) (z i) = 1) -> (forall i j, inner (z i) (z j) <= 1) ->
  forall V, adjoint V V -> (forall x y, inner (V x) y = inner x (V y)) -> forall tau, 0 < tau ->
  let y i := vadd (z i) (vscale tau (V (vtotal tokens (fun j => vscale (row z i j) (z j))))) in
  (forall b, V b = vzero -> b = vzero) /\
  (forall i, sqrt (inner (y i) (y i)) <> 0 /\ vscale (/ sqrt (inner (y i) (y i))) (y i) = z i) /\
  (forall k : Token -> R, vtotal tokens (fun j => vscale (k j) (z j)) = vzero -> forall i, k i = 0) ->
  forall k : Token -> R, (forall j, total tokens (fun i => k i * row z i j) = 0) -> forall i, k i = 0.
Proof.
  intros Unit _ V Sym _ tau Step y [Inj [Rest Ind]] k Zero. unfold y, row, score in *. clear y.
  set (A := fun i j => exp (inner (z i) (P (z j))) / total tokens (fun l => exp (inner (z i) (P (z l))))) in *.
  set (s := fun i => vtotal tokens (fun j => vscale (A i j) (z j))).
  assert (Pull : forall i, V (s i) = vscale (inner (z i) (V (s i))) (z i)).
  { intro i. destruct (proj1 (layer_rests (z i) (V (s i)) tau (Unit i) Step) (Rest i)) as [a [E _]].
    rewrite E at 1. rewrite E, inner_scale_r, Unit, Rmult_1_r. reflexivity. }
  assert (Some : forall i, inner (z i) (V (s i)) <> 0).
  { intros i Z. assert (E : V (s i) = vzero) by (rewrite Pull, Z; apply vscale_zero).
    apply Inj in E. assert (H := Ind (A i) E i).
    assert (0 < A i i).
    { apply Rdiv_lt_0_compat; [apply exp_pos | apply total_positive; auto; intro; apply exp_pos]. } lra. }
  assert (Sum : vtotal tokens (fun i => vscale (k i * inner (z i) (V (s i))) (z i)) = vzero).
  { assert (E : vtotal tokens (fun i => vscale (k i) (s i)) = vzero).
    { unfold s. rewrite combination. apply inner_ext. intro x. rewrite inner_vtotal_l, inner_zero_l.
      rewrite <- (total_zero tokens). apply total_ext. intro j. rewrite inner_scale_l.
      assert (Z : total tokens (fun i => k i * A i j) = 0) by exact (Zero j). rewrite Z. ring. }
    apply (f_equal V) in E. rewrite (adjoint_zero _ _ Sym), (adjoint_vtotal _ _ Sym) in E. rewrite <- E.
    apply inner_ext. intro x. rewrite !inner_vtotal_l. apply total_ext. intro i.
    assert (H := f_equal (fun y => inner y x) (Pull i)). cbv beta in H. rewrite inner_scale_l in H.
    rewrite (adjoint_scale _ _ Sym), !inner_scale_l, H. ring. }
  intro i. destruct (Rmult_integral _ _ (Ind _ Sum i)) as [E|E]; [exact E | exfalso; exact (Some i E)].
Qed.
End Rows.
