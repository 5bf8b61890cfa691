(* What the exported goals mean, and the theorems their proofs use.

   Nothing here is an axiom: the space is a record that goals quantify over, and part 4 builds one
   in every dimension. Bound names end in a prime; the names an author may give never contain one. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
Open Scope R_scope.

(* ------------------------------------------------------------------ 1. meaning: read this part *)

(* A real inner product space of any dimension; the axioms are the textbook's. *)
Record inner_product_space := {
  vector :> Type;
  vadd : vector -> vector -> vector;
  vscale : R -> vector -> vector;
  vzero : vector;
  inner : vector -> vector -> R;
  vadd_comm : forall x y, vadd x y = vadd y x;
  vadd_assoc : forall x y z, vadd x (vadd y z) = vadd (vadd x y) z;
  vadd_zero : forall x, vadd x vzero = x;
  vadd_opposite : forall x, vadd x (vscale (-1) x) = vzero;
  vscale_one : forall x, vscale 1 x = x;
  vscale_vscale : forall a b x, vscale a (vscale b x) = vscale (a * b) x;
  vscale_vadd : forall a x y, vscale a (vadd x y) = vadd (vscale a x) (vscale a y);
  vadd_vscale : forall a b x, vscale (a + b) x = vadd (vscale a x) (vscale b x);
  inner_sym : forall x y, inner x y = inner y x;
  inner_add_l : forall x y z, inner (vadd x y) z = inner x z + inner y z;
  inner_scale_l : forall c x z, inner (vscale c x) z = c * inner x z;
  inner_nonneg : forall x, 0 <= inner x x;
  inner_definite : forall x, inner x x = 0 -> x = vzero }.
Arguments vadd {_}. Arguments vscale {_}. Arguments vzero {_}. Arguments inner {_}.
Definition vsub {S : inner_product_space} (x y : S) := vadd x (vscale (-1) y).

(* Sums over a list, and what it means that a list is a nonempty finite index set. *)
Fixpoint total {A} (T : list A) (f : A -> R) : R :=
  match T with nil => 0 | cons k U => f k + total U f end.
Fixpoint vtotal {S : inner_product_space} {A} (T : list A) (f : A -> S) : S :=
  match T with nil => vzero | cons k U => vadd (f k) (vtotal U f) end.
Definition size {A} (T : list A) : R := total T (fun _ => 1).
Definition enumerates {A} (T : list A) := T <> nil /\ NoDup T /\ forall a, In a T.
Definition indicator {A B} (N : A -> B -> R) := forall i j, N i j = 0 \/ N i j = 1.
Definition kronecker {A} (same : A -> A -> R) :=
  (forall a, same a a = 1) /\ (forall a b, a <> b -> same a b = 0).

(* Linear maps enter by their adjoint, which makes them linear; in finite dimension every linear
   map has one and is bounded. *)
Definition adjoint {S : inner_product_space} (A B : S -> S) :=
  forall x y, inner (A x) y = inner x (B y).
Definition vnorm {S : inner_product_space} (x : S) := sqrt (inner x x).
Definition bounded_operator {S : inner_product_space} (A : S -> S) :=
  exists C, 0 <= C /\ forall x, vnorm (A x) <= C * vnorm x.

(* The derivative of a curve of vectors; that of a real function is Coquelicot's is_derive. *)
Definition is_vderive {S : inner_product_space} (y : R -> S) (t : R) (v : S) :=
  forall eps, 0 < eps -> exists d : posreal, forall h, Rabs h < d ->
    vnorm (vsub (y (t + h)) (vadd (y t) (vscale h v))) <= eps * Rabs h.

(* ------------------------------------------------------------------ 2. finite sums *)

Section Sums.
Context {A : Type}.
Implicit Types (T : list A) (f g : A -> R).
Lemma total_ext T f g : (forall k, f k = g k) -> total T f = total T g.
Proof. intros H. induction T; simpl; auto. rewrite IHT, H. auto. Qed.
Lemma total_add T f g : total T (fun k => f k + g k) = total T f + total T g.
Proof. induction T; simpl; [ring | rewrite IHT; ring]. Qed.
Lemma total_scale T c f : total T (fun k => c * f k) = c * total T f.
Proof. induction T; simpl; [ring | rewrite IHT; ring]. Qed.
Lemma total_scale_r T c f : total T (fun k => f k * c) = total T f * c.
Proof. induction T; simpl; [ring | rewrite IHT; ring]. Qed.
Lemma total_zero T : total T (fun _ => 0) = 0.
Proof. induction T; simpl; lra. Qed.
Lemma total_nonneg T f : (forall k, 0 <= f k) -> 0 <= total T f.
Proof. intros H. induction T; simpl. lra. specialize (H a). lra. Qed.
Lemma total_at_least T f a : In a T -> (forall k, 0 <= f k) -> f a <= total T f.
Proof.
  intros I H. induction T as [|b T IH]; [destruct I|]. simpl.
  assert (0 <= total T f) by (apply total_nonneg; auto).
  destruct I as [->|I]; [lra|]. specialize (IH I). specialize (H b). lra.
Qed.
Lemma total_positive T f : enumerates T -> (forall k, 0 < f k) -> 0 < total T f.
Proof.
  intros [N [_ I]] H. destruct T as [|a T]; [tauto|].
  apply Rlt_le_trans with (f a); auto. apply total_at_least; [left; auto|]. intro; left; auto.
Qed.
Lemma total_one_positive T f a :
  enumerates T -> (forall k, 0 <= f k) -> 0 < f a -> 0 < total T f.
Proof. intros [_ [_ I]] H P. apply Rlt_le_trans with (f a); auto. apply total_at_least; auto. Qed.
Lemma size_positive T : enumerates T -> 0 < size T.
Proof. intros E. apply total_positive; auto. intro; lra. Qed.
Lemma kronecker_total T same a f : kronecker same -> enumerates T ->
  total T (fun k => same a k * f k) = f a.
Proof.
  intros [One Zero] [_ [D I]].
  assert (Z : forall U, ~ In a U -> total U (fun k => same a k * f k) = 0).
  { intros U. induction U as [|b U IH]; simpl; intros H; [auto|].
    rewrite IH by tauto. rewrite Zero by (intro; subst; tauto). ring. }
  destruct (in_split a T (I a)) as [U [V ->]]. apply NoDup_remove_2 in D.
  rewrite in_app_iff in D. clear I.
  assert (E : forall W, total (U ++ W) (fun k => same a k * f k)
                        = total W (fun k => same a k * f k)).
  { intros W. assert (Q := Z U ltac:(tauto)). revert Q. clear.
    induction U as [|b U IH]; simpl; auto. intros Q.
    assert (H : forall W, total (U ++ W) (fun k => same a k * f k) =
      total U (fun k => same a k * f k) + total W (fun k => same a k * f k)).
    { clear. intros W. induction U; simpl; [ring|]. rewrite IHU. ring. }
    rewrite H. lra. }
  rewrite E. simpl. rewrite One, (Z V) by tauto. ring.
Qed.
End Sums.
Lemma total_swap {A B} (T : list A) (U : list B) f :
  total T (fun i => total U (fun j => f i j)) = total U (fun j => total T (fun i => f i j)).
Proof.
  induction T; simpl. symmetry; apply total_zero. rewrite IHT, <- total_add. reflexivity.
Qed.
Lemma kronecker_sym {A} (same : A -> A -> R) (T : list A) :
  kronecker same -> enumerates T -> forall a b, same a b = same b a.
Proof.
  intros K E a b. rewrite <- (kronecker_total T same a (fun k => same b k) K E).
  rewrite <- (kronecker_total T same b (fun k => same a k) K E) at 1.
  apply total_ext. intro k. ring.
Qed.
Lemma indicator_nonneg {A B} (N : A -> B -> R) i j : indicator N -> 0 <= N i j.
Proof. intros H. destruct (H i j) as [-> | ->]; lra. Qed.
Lemma indicator_below_one {A B} (N : A -> B -> R) i j : indicator N -> 0 <= 1 - N i j.
Proof. intros H. destruct (H i j) as [-> | ->]; lra. Qed.
Lemma indicator_square {A B} (N : A -> B -> R) i j : indicator N -> N i j * N i j = N i j.
Proof. intros H. destruct (H i j) as [-> | ->]; lra. Qed.

(* ------------------------------------------------------------------ 3. inner products *)

Section Inner.
Context {S : inner_product_space}.
Implicit Types x y z : S.
Lemma inner_add_r x y z : inner z (vadd x y) = inner z x + inner z y.
Proof. rewrite inner_sym, inner_add_l, (inner_sym _ x), (inner_sym _ y). ring. Qed.
Lemma inner_scale_r c x z : inner z (vscale c x) = c * inner z x.
Proof. rewrite inner_sym, inner_scale_l, (inner_sym _ x). ring. Qed.
Lemma inner_zero_l z : inner vzero z = 0.
Proof. rewrite <- (vadd_opposite S z), inner_add_l, inner_scale_l. ring. Qed.
Lemma inner_zero_r z : inner z vzero = 0.
Proof. rewrite inner_sym. apply inner_zero_l. Qed.
Lemma inner_vtotal_l {A} (T : list A) f z :
  inner (vtotal T f) z = total T (fun k => inner (f k) z).
Proof. induction T; simpl. apply inner_zero_l. rewrite inner_add_l, IHT. reflexivity. Qed.
Lemma inner_vtotal_r {A} (T : list A) f z :
  inner z (vtotal T f) = total T (fun k => inner z (f k)).
Proof. induction T; simpl. apply inner_zero_r. rewrite inner_add_r, IHT. reflexivity. Qed.
Lemma inner_ext x y : (forall z, inner x z = inner y z) -> x = y.
Proof.
  intros H. assert (E : vadd x (vscale (-1) y) = vzero).
  { apply inner_definite. rewrite inner_add_l, inner_scale_l, (H _). ring. }
  rewrite <- (vadd_zero _ x), <- (vadd_opposite _ y), (vadd_comm _ y), vadd_assoc, E.
  rewrite vadd_comm, vadd_zero. reflexivity.
Qed.
Lemma vscale_zero x : vscale 0 x = vzero.
Proof. apply inner_definite. rewrite inner_scale_l. ring. Qed.
Lemma adjoint_sym A B : @adjoint S A B -> adjoint B A.
Proof. intros H x y. rewrite inner_sym, <- H. apply inner_sym. Qed.
Lemma adjoint_add A B : @adjoint S A B -> forall x y, A (vadd x y) = vadd (A x) (A y).
Proof. intros H x y. apply inner_ext; intro z. rewrite H, !inner_add_l, !H. reflexivity. Qed.
Lemma adjoint_scale A B : @adjoint S A B -> forall c x, A (vscale c x) = vscale c (A x).
Proof. intros H c x. apply inner_ext; intro z. rewrite H, !inner_scale_l, H. reflexivity. Qed.
Lemma adjoint_zero A B : @adjoint S A B -> A vzero = vzero.
Proof. intros H. apply inner_ext; intro z. rewrite H, !inner_zero_l. reflexivity. Qed.
Lemma adjoint_vtotal A B : @adjoint S A B ->
  forall I (T : list I) f, A (vtotal T f) = vtotal T (fun k => A (f k)).
Proof.
  intros H I T f. induction T; simpl. apply (adjoint_zero _ _ H).
  rewrite (adjoint_add _ _ H), IHT. reflexivity.
Qed.
Lemma cauchy_schwarz x y : inner x y * inner x y <= inner x x * inner y y.
Proof.
  destruct (Req_dec (inner y y) 0) as [Z|N].
  - apply inner_definite in Z. rewrite Z, !inner_zero_r. lra.
  - assert (P : 0 <= inner y y) by apply inner_nonneg.
    assert (Q := inner_nonneg S (vadd x (vscale (- inner x y / inner y y) y))). revert Q.
    rewrite !inner_add_l, !inner_add_r, !inner_scale_l, !inner_scale_r, (inner_sym S y x).
    intro Q. set (a := inner x x) in *. set (b := inner x y) in *. set (c := inner y y) in *.
    assert (H : 0 < c) by lra. assert (Q2 := Rmult_le_pos _ _ Q P).
    match type of Q2 with 0 <= ?e =>
      replace e with (a * c - b * b) in Q2 by (field; auto) end. lra.
Qed.
Lemma vnorm_nonneg x : 0 <= vnorm x. Proof. apply sqrt_pos. Qed.
Lemma vnorm_square x : vnorm x * vnorm x = inner x x.
Proof. apply sqrt_sqrt, inner_nonneg. Qed.
Lemma inner_le_vnorm x y : Rabs (inner x y) <= vnorm x * vnorm y.
Proof.
  assert (H := cauchy_schwarz x y). rewrite <- !vnorm_square in H.
  assert (P : 0 <= vnorm x * vnorm y) by (apply Rmult_le_pos; apply vnorm_nonneg).
  apply Rabs_le. split; apply Rnot_lt_le; intro L.
  - assert (0 < (- inner x y - vnorm x * vnorm y) * (- inner x y + vnorm x * vnorm y));
      [apply Rmult_lt_0_compat; lra | lra].
  - assert (0 < (inner x y - vnorm x * vnorm y) * (inner x y + vnorm x * vnorm y));
      [apply Rmult_lt_0_compat; lra | lra].
Qed.
Lemma vnorm_add x y : vnorm (vadd x y) <= vnorm x + vnorm y.
Proof.
  assert (H := inner_le_vnorm x y). assert (F := Rle_abs (inner x y)).
  assert (A := vnorm_nonneg x). assert (B := vnorm_nonneg y).
  apply Rsqr_incr_0_var; [|lra]. unfold Rsqr.
  rewrite vnorm_square, inner_add_l, !inner_add_r, (inner_sym _ y x), <- !vnorm_square. lra.
Qed.
Lemma vnorm_scale c x : vnorm (vscale c x) = Rabs c * vnorm x.
Proof.
  unfold vnorm. rewrite inner_scale_l, inner_scale_r, <- Rmult_assoc.
  rewrite sqrt_mult_alt by apply Rle_0_sqr. f_equal. apply sqrt_Rsqr_abs.
Qed.
End Inner.

(* ------------------------------------------------------------------ 4. the premises have models *)

Definition real_line : inner_product_space.
Proof.
  refine {| vector := R; vadd := Rplus; vscale := Rmult; vzero := 0; inner := Rmult |};
    intros; try ring. apply Rle_0_sqr. destruct (Rmult_integral _ _ H); auto.
Defined.
Definition pairs (S U : inner_product_space) : inner_product_space.
Proof.
  refine {| vector := S * U;
    vadd := fun x y => (vadd (fst x) (fst y), vadd (snd x) (snd y));
    vscale := fun c x => (vscale c (fst x), vscale c (snd x)); vzero := (vzero, vzero);
    inner := fun x y => inner (fst x) (fst y) + inner (snd x) (snd y) |}; intros; simpl.
  1-8: repeat match goal with x : (_ * _)%type |- _ => destruct x end; simpl; f_equal;
       first [ apply vadd_comm | apply vadd_assoc | apply vadd_zero | apply vadd_opposite
             | apply vscale_one | apply vscale_vscale | apply vscale_vadd | apply vadd_vscale ].
  rewrite (inner_sym _ (fst x)), (inner_sym _ (snd x)); ring.
  rewrite !inner_add_l; ring. rewrite !inner_scale_l; ring.
  apply Rplus_le_le_0_compat; apply inner_nonneg.
  destruct x as [p q]; simpl in *.
  assert (A := inner_nonneg _ p). assert (B := inner_nonneg _ q).
  f_equal; apply inner_definite; lra.
Defined.
(* R^(n+1) *)
Fixpoint euclidean (n : nat) : inner_product_space :=
  match n with O => real_line | Datatypes.S m => pairs (euclidean m) real_line end.
Lemma bool_enumerated : enumerates (true :: false :: nil).
Proof.
  split; [discriminate|]. split; [|intros []; simpl; auto].
  constructor; [simpl; intuition discriminate|]. constructor; [auto|constructor].
Qed.
